"""What can go wrong, by who can mend it.

A message says what is wrong, where, and how to mend it. It names columns, counts, parts and
bounds, and never a coordinate, an id or a row of someone's data.
"""

from __future__ import annotations

from typing import ClassVar


class WayveilError(Exception):
    """Any error of wayveil; `status` is the exit status that the command line gives it."""

    status: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}\n{hint}" if hint else message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[WayveilError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class UserError(WayveilError):
    """The input or the request is wrong; the caller can mend it."""

    status = 2


class InputError(UserError):
    """A file or a frame cannot be understood as it stands."""


class MissingFile(InputError):
    """A file that a part names is not at hand, or is another one of that name."""


class ParameterError(UserError):
    """A parameter is out of its bounds, or does not fit the others."""


class UnknownPart(UserError):
    """No part of this kind has this name."""


class Infeasible(WayveilError):
    """The request is sound, but this data cannot meet it (fewer than k people, say)."""

    status = 4


class PrivacyError(WayveilError):
    """Going on would give away what must stay private."""

    status = 3


class ClaimBroken(PrivacyError):
    """A release does not hold what it promises; nothing was written."""


class InternalError(WayveilError):
    """Our own fault."""


class Interrupted(WayveilError):
    """The work was called off."""

    status = 130
