"""Many files as one table: a folder, or a pattern such as `tracks/*.gpx`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wayveil.errors import InputError
from wayveil.io.columns import COUNTED, FILE, FOLDER, Header, shown, spells
from wayveil.io.formats import ENDINGS, format_of
from wayveil.io.source import Parsed, Source

if TYPE_CHECKING:
    import polars as pl

_PATTERN: Final = re.compile(r"[*?\[]")
#: A folder may hold papers and records; only a name or a pattern makes them data.
_NOT_BY_ITSELF: Final = (".json", ".txt")

Opener = Callable[[Path], AbstractContextManager[Source]]
Block = tuple[Mapping[str, str], Source, Any]


def names_many(path: str | Path) -> bool:
    """Tell whether this is a folder, or a pattern for names of files."""
    found = Path(path)
    return found.is_dir() or (_PATTERN.search(str(path)) is not None and not found.exists())


def files_of(path: str | Path, format: str | None = None) -> list[Path]:
    """List the files that a folder or pattern stands for, all of one format."""
    if Path(path).is_dir():
        found = [p for p in sorted(Path(path).rglob("*")) if format or _is_data(p)]
    else:
        found = sorted(_matches(str(path)))
    found = [p for p in found if p.is_file() and not p.name.startswith(".")]
    if not found:
        raise InputError(
            f"{path} holds no file that can be read.",
            f"Endings are {', '.join(sorted(ENDINGS))}; or add --format, if all are alike.",
        )
    if format is None:
        _refuse_mixed(path, found)
    return found


def _is_data(path: Path) -> bool:
    name = path.name.lower()
    return name.endswith(tuple(ENDINGS)) and not name.endswith(_NOT_BY_ITSELF)


def _matches(pattern: str) -> Iterator[Path]:
    parts = Path(pattern).parts
    fixed = next(n for n, part in enumerate(parts) if _PATTERN.search(part))
    try:
        yield from Path(*parts[:fixed]).glob(str(Path(*parts[fixed:])))
    except (ValueError, OSError):
        raise InputError(f"{pattern} is no pattern for names of files.") from None


def _refuse_mixed(path: str | Path, found: Sequence[Path]) -> None:
    formats = Counter(format_of(file) for file in found)
    if len(formats) > 1:
        told = " and ".join(f"{count} of {format}" for format, count in formats.items())
        raise InputError(
            f"{path} holds files of several formats: {told}.",
            f"Choose some by a pattern, such as '{Path(path) / '*.gpx'}'.",
        )


class FolderSource:
    """The rows of many files, one file after another.

    The columns `file` and `folder` are there if somebody asks for them; where nothing else says
    which points belong together, each file is a trajectory.
    """

    def __init__(self, name: str, files: Sequence[Path], opener: Opener) -> None:
        self._opener, self._files = opener, files
        self._names = _names_of(files)
        self._columns: tuple[str, ...] = ()
        self.notes: list[str] = []
        with opener(files[0]) as first:
            self.as_text, inner = first.as_text, first.header
        aside = tuple(word for word in (FILE, FOLDER) if word not in inner.names)
        self.header = Header(name, inner.names, aside)
        self._say(inner)

    def blocks(self) -> Iterator[Block]:
        """Give the blocks of each file."""
        odd = 0
        for names, path in zip(self._names, self._files, strict=True):
            with self._opener(path) as source:
                odd += set(source.header.names) != set(self.header.names)
                for block in source.blocks():
                    yield names, source, block
                self.notes += [note for note in source.notes if note not in self.notes]
        if odd:
            self.notes.append(
                f"{odd:,} files have other columns than the first: left out, or blank"
            )

    def parse(self, block: Block, roles: Mapping[str, str]) -> Parsed:
        """Parse a block, and see that it has the columns of the first."""
        import polars as pl

        names, source, inner = block
        missing = set(roles.values()) - {*source.header.names, *self.header.aside}
        if missing:
            raise InputError(
                f"{source.header.source} has no column {shown(min(missing))}, as the first of "
                f"{len(self._files):,} files has.",
                "Give files of one kind together.",
            )
        parsed = source.parse(inner, roles)
        frame = _told_apart(parsed.frame, names[FILE], source.header)
        asked = [word for word in self.header.aside if word in roles.values()]
        frame = frame.with_columns(pl.lit(names[word]).alias(word) for word in asked)
        self._columns = self._columns or tuple(frame.columns)
        alike = (n if n in frame.columns else pl.lit(None).alias(n) for n in self._columns)
        return replace(parsed, frame=frame.select(alike))

    def _say(self, first: Header) -> None:
        of_files = first.numbered or not any(
            spells(name, "trajectory", "user") for name in first.names
        )
        told = "; trajectories are named by their files" if of_files else ""
        hint = f"; for users: --columns user={FILE}, or user={FOLDER}" if of_files else ""
        self.notes.append(f"{len(self._files):,} files read as one table{told}{hint}")


def _told_apart(frame: pl.DataFrame, file: str, header: Header) -> pl.DataFrame:
    """Name trajectories that are only counted within their file: by the file, then `file#2`."""
    import polars as pl

    if not header.numbered:
        return frame
    count = pl.col(COUNTED).cast(pl.String)
    further = pl.lit(f"{file}#") + count
    return frame.with_columns(
        pl.when(count == "1").then(pl.lit(file)).otherwise(further).alias(COUNTED)
    )


def _names_of(files: Sequence[Path]) -> list[dict[str, str]]:
    """Name each file without its ending, and its folder, where that leaves them distinct."""
    stems = [_stem(path.name) for path in files]
    root = Path(*_common([path.parent.parts for path in files]))
    folders = [path.parent.relative_to(root).as_posix().removeprefix(".") for path in files]
    if len(set(stems)) < len(stems):
        pairs = zip(folders, stems, strict=True)
        stems = [f"{folder}/{stem}" if folder else stem for folder, stem in pairs]
    if len(set(stems)) < len(stems):
        stems = [path.relative_to(root).as_posix() for path in files]
    return [{FILE: s, FOLDER: f or root.name} for s, f in zip(stems, folders, strict=True)]


def _stem(name: str) -> str:
    ending = next((e for e in ENDINGS if name.lower().endswith(e)), "")
    return name[: len(name) - len(ending)] or name


def _common(parts: Sequence[Sequence[str]]) -> list[str]:
    return [
        alike[0] for alike in takewhile(lambda each: len(set(each)) == 1, zip(*parts, strict=False))
    ]
