"""Where a table comes from: each source has a header, and rows in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from wayveil.io.columns import Header

if TYPE_CHECKING:
    import polars as pl

    from wayveil.io.geometry import Flat

_ROWS: Final = 1 << 20


@dataclass(frozen=True)
class Parsed:
    """Some rows as columns, and how many could not be told apart into columns."""

    frame: pl.DataFrame
    ragged: int = 0
    signs: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """(role, hint) -> how many bad values suggest how they could be mended."""


class Source(Protocol):
    """A table that can be read once."""

    header: Header
    notes: list[str]
    as_text: bool
    """Whether columns come as text, whatever is in them."""

    def blocks(self) -> Iterator[Any]:
        """Give the rows, some at a time; at least one block, be it empty."""

    def parse(self, block: Any, roles: Mapping[str, str]) -> Parsed:
        """Turn one block into columns; may run beside others."""


class FrameSource:
    """A table that is in memory."""

    as_text = False

    def __init__(self, frame: pl.DataFrame, name: str, notes: list[str] | None = None) -> None:
        self.header = Header(name, tuple(frame.columns))
        self.notes = notes or []
        self._frame = frame
        self._signs: Mapping[tuple[str, str], int] = {}

    @classmethod
    def of(cls, flat: Flat, name: str) -> FrameSource:
        """Take a table that had a geometry."""
        source = cls(flat.frame, name, flat.notes)
        source._signs = flat.signs
        return source

    def blocks(self) -> Iterator[Parsed]:
        """Give some rows at a time, so that they can be worked on side by side."""
        frame, self._frame = self._frame, self._frame.clear()  # not held longer than needed
        yield Parsed(frame[:_ROWS], signs=self._signs)
        for start in range(_ROWS, len(frame), _ROWS):
            yield Parsed(frame[start : start + _ROWS])

    def parse(self, block: Parsed, roles: Mapping[str, str]) -> Parsed:
        """Columns they are already; categories are text, and so is a column of nothing."""
        import polars as pl

        frame = block.frame
        text = [n for n in roles.values() if frame[n].dtype in (pl.Categorical, pl.Enum, pl.Null)]
        return replace(block, frame=frame.with_columns(pl.col(text).cast(pl.String)))
