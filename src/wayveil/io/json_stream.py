"""JSON that is read value by value, so that a long list is never held as a whole."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, Final

from wayveil.errors import InputError
from wayveil.io.blocks import Counted

_CHUNK: Final = 4 << 20
#: One value, such as a feature, may be this long.
LONGEST_VALUE: Final = 256 << 20
#: An error this far before the end of what was read is none of being cut short.
_NEAR_THE_END: Final = 1 << 20
_SPACE: Final = re.compile(r"[ \t\r\n\x1e]*")


class JsonStream:
    """The marks and values of a stream, one after another."""

    def __init__(self, stream: Counted, name: str) -> None:
        self._stream, self._name = stream, name
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._values = json.JSONDecoder()
        self._text, self._at, self._ended = "", 0, False

    def peek(self) -> str:
        """Give the next character that is no space; nothing at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def expect(self, mark: str) -> None:
        """Step over a mark that must come next."""
        if self.peek() != mark:
            raise self.broken()
        self._at += 1

    def value(self) -> Any:
        """Read one whole value."""
        self.peek()
        while True:
            try:
                value, end = self._values.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if error.pos < len(self._text) - _NEAR_THE_END or not self._more():
                    raise self.broken() from None
            except (RecursionError, ValueError):  # too deep; a number of thousands of digits
                raise self.broken() from None
            else:
                if end < len(self._text) or not self._more():  # a number may go on
                    self._at = end
                    return value

    def broken(self) -> InputError:
        """Say that this cannot be read."""
        if self._ended and self._at >= len(self._text) - _NEAR_THE_END:
            return InputError(
                f"{self._name} is cut short, or is no JSON at its end.", "Fetch or write it again."
            )
        return InputError(
            f"{self._name} is not JSON that can be read.",
            "Where it breaks is told by: python -m json.tool",
        )

    def _more(self) -> bool:
        """Read on, and let go of what was used."""
        if self._ended:
            return False
        if len(self._text) - self._at > LONGEST_VALUE:
            raise InputError(
                f"{self._name} has one value of more than {LONGEST_VALUE >> 20} MB.",
                "Give trajectories as features of their own.",
            )
        chunk = self._stream.read(max(_CHUNK, len(self._text) - self._at))
        self._ended = not chunk
        try:
            more = self._decoder.decode(chunk, final=self._ended)
        except UnicodeDecodeError:
            raise InputError(f"{self._name} is not in UTF-8, as JSON is.") from None
        self._text, self._at = self._text[self._at :] + more, 0
        return not self._ended
