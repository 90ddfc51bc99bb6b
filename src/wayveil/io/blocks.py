"""A stream of bytes in blocks of whole lines, inflated as it comes, within bounded memory."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, cast

import numpy as np

from wayveil.errors import InputError

BLOCK_BYTES: Final = 16 << 20
LONGEST_LINE: Final = 64 << 20
#: Text of positions shrinks to a quarter, never to a 200th: that is a zip bomb, or no table.
MOST_INFLATION: Final = 200
_ALWAYS_INFLATED: Final = 64 << 20
_GZIP: Final = b"\x1f\x8b"


class Counted:
    """A binary stream that counts what was read, and gives its first bytes twice."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream, self._name = stream, name
        self.head = self._read(BLOCK_BYTES)
        self._ahead = self.head
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        """Read up to this many bytes, or all."""
        if self._ahead:
            size = len(self._ahead) if size < 0 else size
            out, self._ahead = self._ahead[:size], self._ahead[size:]
        else:
            out = self._read(size)
        self.count += len(out)
        return out

    def everything(self) -> bytes:
        """Read all that is left."""
        parts = iter(lambda: self.read(BLOCK_BYTES), b"")
        return b"".join(parts)

    def _read(self, size: int) -> bytes:
        """Read until the size is reached or nothing is left, however little comes at a time."""
        parts = [self._once(size)]
        missing = size - len(parts[0])
        while parts[-1] and missing > 0:
            parts.append(self._once(missing))
            missing -= len(parts[-1])
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _once(self, size: int) -> bytes:
        try:
            out = self._stream.read(size)
        except OSError:
            raise InputError(f"{self._name} cannot be read.", "Check the file.") from None
        if not isinstance(out, bytes):
            raise InputError(f"{self._name} is open as text.", 'Open it with mode "rb".')
        return out


def inflated(stream: Counted, name: str) -> Counted:
    """Undo gzip, if it is there, and refuse what grows beyond all measure."""
    if not stream.head.startswith(_GZIP):
        return stream
    return Counted(cast("BinaryIO", _Inflated(stream, name)), name)


class _Inflated:
    def __init__(self, stream: Counted, name: str) -> None:
        self._stream, self._name, self._out = stream, name, 0
        self._file = gzip.GzipFile(fileobj=cast("BinaryIO", stream))

    def read(self, size: int) -> bytes:
        try:
            out = self._file.read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise InputError(
                f"{self._name} is damaged: its compressed part ends early or does not add up.",
                "Fetch or write it again; gzip -t tells whether it is whole.",
            ) from None
        self._out += len(out)
        if self._out > max(_ALWAYS_INFLATED, MOST_INFLATION * self._stream.count):
            raise InputError(
                f"{self._name} inflates to more than {MOST_INFLATION} times its size, as no "
                "table of positions does.",
                "If you trust it, unpack it first.",
            )
        return out


def lines(stream: Counted, name: str) -> Iterator[bytes]:
    """Cut into blocks that end where a row ends."""
    rest = b""
    while chunk := stream.read(BLOCK_BYTES):
        block = rest + chunk if rest else chunk
        end = row_end(block)
        rest = block[end:]
        if end:
            yield block[:end]
        elif len(rest) > LONGEST_LINE:
            raise InputError(
                f"{name} has a row of more than {LONGEST_LINE >> 20} MB.",
                "Is it a CSV? Or is a quote opened and never closed?",
            )
    if rest.count(b'"') % 2:
        raise InputError(
            f'{name} has quotes (") that do not pair up.', "Double the quotes within a value."
        )
    if rest:
        yield rest + b"\n"


def rows_in(block: bytes) -> int:
    """Count the line breaks outside quotes."""
    if b'"' not in block:
        return block.count(b"\n")
    letters = np.frombuffer(block, np.uint8)
    quotes = np.flatnonzero(letters == ord('"'))
    before = np.searchsorted(quotes, np.flatnonzero(letters == ord("\n")))
    return int((before % 2 == 0).sum())


def row_end(block: bytes) -> int:
    """Find the end of the last row: the last line break outside quotes, 0 if there is none."""
    end = block.rfind(b"\n") + 1
    inside = block.count(b'"', 0, end) % 2
    while end and inside:
        quote = block.rfind(b'"', 0, end)
        before = block.rfind(b"\n", 0, quote) + 1
        inside ^= block.count(b'"', before, end) % 2
        end = before
    return end
