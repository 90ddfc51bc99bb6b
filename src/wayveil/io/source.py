"""Where a table comes from: each source has a header, and rows in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from wayveil.io.columns import Header

if TYPE_CHECKING:
    import polars as pl

_ROWS: Final = 1 << 20


@dataclass(frozen=True)
class Parsed:
    """Some rows as columns, and how many could not be told apart into columns."""

    frame: pl.DataFrame
    ragged: int = 0
    perhaps_decimal_commas: int = 0


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

    def blocks(self) -> Iterator[pl.DataFrame]:
        """Give some rows at a time, so that they can be worked on side by side."""
        frame, self._frame = self._frame, self._frame.clear()  # not held longer than needed
        return frame.iter_slices(_ROWS) if len(frame) else iter([frame])

    def parse(self, block: pl.DataFrame, roles: Mapping[str, str]) -> Parsed:
        """Columns they are already; categories are text, and so is a column of nothing."""
        import polars as pl

        text = [n for n in roles.values() if block[n].dtype in (pl.Categorical, pl.Enum, pl.Null)]
        return Parsed(block.with_columns(pl.col(text).cast(pl.String)) if text else block)
