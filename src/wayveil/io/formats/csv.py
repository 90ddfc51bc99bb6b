"""Tables as text: commas, semicolons or tabs between the values."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from wayveil.errors import InputError
from wayveil.io.blocks import Counted, lines, rows_in
from wayveil.io.columns import Header
from wayveil.io.points import table
from wayveil.io.source import Parsed
from wayveil.io.texts import ISO
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_PARQUET: Final = b"PAR1"
_SEPARATORS: Final = ",;\t|"
_BLANK_LINE: Final = re.compile(rb"(^|\n)\r?\n")
_NAMELESS: Final = "column_{}"
_ROWS: Final = 1 << 19


def source(stream: Counted, name: str, path: Path | None) -> TextSource:
    """Open a table of text."""
    return TextSource(stream, name)


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write row block after row block, so that little is held as text at once."""
    frame = table(data)
    file.write(frame.clear().write_csv().encode())
    for part in frame.iter_slices(_ROWS):
        text = part.write_csv(include_header=False, datetime_format=ISO, float_scientific=False)
        file.write(text.encode())


class TextSource:
    """A table in text, read block by block."""

    as_text = True

    def __init__(self, stream: Counted, name: str) -> None:
        self._name = name
        self.notes: list[str] = []
        self._check_start(stream.head)
        self._lines = lines(stream, name)
        first = self._decoded(next(self._lines, b"").removeprefix(_BOM).lstrip(b"\r\n"))
        line, self._first = _first_row(first)
        if not line:
            raise InputError(f"{name} is empty.", "Not even a line of column names is there.")
        self._separator = max(_SEPARATORS, key=lambda mark: _outside_quotes(line)[mark])
        self.header = self._header(line)

    def blocks(self) -> Iterator[bytes]:
        """Give the rows, some at a time; at least one block, be it empty."""
        first, self._first = self._first, b""
        yield first
        yield from self._lines

    def parse(self, block: bytes, roles: Mapping[str, str]) -> Parsed:
        """Turn rows into columns; text where a value may be no number."""
        import polars as pl

        self._decoded(block)
        places = {roles["lat"], roles["lon"]}
        kinds = {n: pl.Float64 if n in places else pl.String for n in self.header.names}
        try:
            frame = self._columns(block, kinds)
            if any(frame[name].null_count() for name in places):
                if _BLANK_LINE.search(block):
                    return self._row_by_row(block)
                frame = self._columns(block, dict.fromkeys(kinds, pl.String))
        except pl.exceptions.PolarsError:
            return self._row_by_row(block)
        if len(frame) != rows_in(block):  # polars loses rows over stray quotes, and only warns
            return self._row_by_row(block)
        return Parsed(frame.drop(self._dropped))

    def _columns(self, block: bytes, kinds: Mapping[str, type[pl.DataType]]) -> pl.DataFrame:
        import polars as pl

        # A first line is put before and skipped: polars takes rows that begin with x^ for zlib.
        return pl.read_csv(
            b"-\n" + block,
            skip_lines=1,
            has_header=False,
            schema=kinds,
            separator=self._separator,
            ignore_errors=True,
        )

    def _row_by_row(self, block: bytes) -> Parsed:
        """Read slowly what is not regular, leaving out rows that are longer than the header."""
        import polars as pl

        width = len(self.header.names)
        try:
            reader = csv.reader(io.StringIO(block.decode(), ""), delimiter=self._separator)
            rows = [row for row in reader if row]
        except csv.Error:
            raise InputError(f"{self._name} is not a CSV that can be read.") from None
        sound = [row + [""] * (width - len(row)) for row in rows if len(row) <= width]
        schema = dict.fromkeys(self.header.names, pl.String)
        frame = pl.DataFrame(sound, schema, orient="row").drop(self._dropped)
        long = [row for row in rows if len(row) > width]
        halves = sum(len(row) >= width + 2 for row in long) if self._separator == "," else 0
        return Parsed(frame, ragged=len(long), signs={("row", "decimal comma"): halves})

    def _header(self, line: str) -> Header:
        try:
            row = next(csv.reader([line], delimiter=self._separator))
        except csv.Error:
            raise InputError(f"the first line of {self._name} is not that of a CSV.") from None
        names = [name.strip() for name in row]
        self._dropped: list[str] = []
        for place, name in enumerate(names):
            if not name:
                names[place] = _NAMELESS.format(place + 1)
        if not row[0].strip() and len(names) > 1:
            self._dropped = [names[0]]
            self.notes.append("the first column has no name: left out as a row number")
        return Header(self._name, tuple(names))

    def _check_start(self, head: bytes) -> None:
        if head.startswith(_UTF16) or b"\0" in head[:2]:
            raise InputError(
                f"{self._name} looks like UTF-16.",
                "Save it as UTF-8, or: iconv -f UTF-16 -t UTF-8",
            )
        if head.startswith(_PARQUET):
            raise InputError(f"{self._name} is Parquet, not text.", "Add --format parquet.")
        if b"\r" in head and b"\n" not in head:
            raise InputError(
                f"the lines of {self._name} end as on very old Macs.",
                r"Mend it with: tr '\r' '\n'",
            )

    def _decoded(self, block: bytes) -> bytes:
        if b"\0" in block:
            raise InputError(
                f"{self._name} has NUL bytes in it: it is damaged, or not text.",
                r"If they are all that is wrong: tr -d '\000'",
            )
        try:
            return block if block.isascii() else block.decode("utf-8").encode()
        except UnicodeDecodeError:
            raise InputError(
                f"{self._name} is not in UTF-8; perhaps in Windows-1252 or Latin-1.",
                "Save it as UTF-8, or: iconv -f WINDOWS-1252 -t UTF-8",
            ) from None


def _first_row(block: bytes) -> tuple[str, bytes]:
    """Split off the first row."""
    end = block.find(b"\n") + 1
    while end and block.count(b'"', 0, end) % 2:
        end = block.find(b"\n", end) + 1
    return block[:end].decode().rstrip("\r\n"), block[end:]


def _outside_quotes(line: str) -> Counter[str]:
    return Counter(re.sub(r'"[^"]*"', "", line))
