"""Which column is what: by the flags, else by the names that everybody uses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from wayveil.errors import InputError

#: The name a role is written under, then the other names it is known by, best first.
SPELLINGS: Final[dict[str, tuple[str, ...]]] = {
    "trajectory": ("trajectory_id", "traj_id", "tid", "trip_id"),
    "user": ("user_id", "uid", "user"),
    "time": ("timestamp", "datetime", "time", "t", "tracked_at"),
    "lat": ("lat", "latitude", "y"),
    "lon": ("lon", "lng", "longitude", "x"),
}
#: Columns that many files have beside their own, and the one that counts trajectories in a file.
FILE, FOLDER, COUNTED = "file", "folder", "trajectory_id"
REQUIRED: Final = ("time", "lat", "lon")
_DATUM: Final = re.compile(r"[+-]?\d+([.,]\d*)?(e[+-]?\d+)?|\d{4}[-/]\d\d?[-/]\d\d?.*", re.I)
_BETWEEN: Final = re.compile(r"[\s_-]+")
_SHOWN: Final = 20
_LONGEST: Final = 60


@dataclass(frozen=True)
class Header:
    """The names of the columns of one source, in order.

    Where some of them look like data the header is `headless`, and never quoted.
    """

    source: str
    names: tuple[str, ...]
    aside: tuple[str, ...] = ()
    """Columns that are there only if somebody asks for them."""
    numbered: bool = False
    """Whether `trajectory_id` only counts the trajectories of this source."""

    @property
    def headless(self) -> bool:
        """Whether a name looks like a datum, so that all may be somebody's first row."""
        return any(_DATUM.fullmatch(name.strip()) for name in self.names)


def plain(name: str) -> str:
    """Spell a name as we compare names: `Trip ID`, `trip-id` and `tripId` are one."""
    return _BETWEEN.sub("", name).lower()


def spells(name: str, *roles: str) -> bool:
    """Tell whether this is a usual name of one of these roles."""
    return plain(name) in {plain(word) for role in roles for word in SPELLINGS[role]}


def shown(name: str) -> str:
    """Quote a column's name for a message."""
    short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return "'" + "".join(c if c.isprintable() else "?" for c in short) + "'"


def roles(header: Header, asked: Mapping[str, str]) -> dict[str, str]:
    """Find the column of each role."""
    _refuse_doubled(header)
    found = {_role(word): _named(header, word, name) for word, name in asked.items()}
    for role in SPELLINGS:
        name = None if role in found else _recognized(header, role, set(found.values()))
        if name is not None:
            found[role] = name
    if FILE in header.aside and not {"trajectory", "user"} & set(found):
        found["trajectory"] = FILE
    _refuse_shared(found)
    _refuse_missing(header, found)
    return {role: found[role] for role in SPELLINGS if role in found}


def _role(word: str) -> str:
    for role, spellings in SPELLINGS.items():
        if plain(word) in map(plain, (role, *spellings)):
            return role
    raise InputError(
        f"no role is called {shown(word)}.", f"The roles of columns are {', '.join(SPELLINGS)}."
    )


def _named(header: Header, word: str, name: str) -> str:
    if name in (*header.names, *header.aside):
        return name
    alike = [other for other in header.names if plain(other) == plain(name)]
    if len(alike) == 1:
        return alike[0]
    raise InputError(f"{header.source} has no column {shown(name)}.", _there_are(header, [name]))


def _recognized(header: Header, role: str, taken: set[str]) -> str | None:
    for spelling in SPELLINGS[role]:
        alike = [n for n in header.names if plain(n) == plain(spelling) and n not in taken]
        if len(alike) > 1:
            raise InputError(
                f"{header.source} has two columns for {role}: {shown(alike[0])} and "
                f"{shown(alike[1])}.",
                f"Say which one: --columns {role}={alike[0]}",
            )
        if alike:
            return alike[0]
    return None


def _refuse_doubled(header: Header) -> None:
    for name in header.names:
        if header.names.count(name) > 1:
            _refuse_headless(header)
            raise InputError(
                f"{header.source} has two columns named {shown(name)}.", "Rename one of them."
            )


def _refuse_headless(header: Header) -> None:
    if header.headless:
        raise InputError(
            f"the first line of {header.source} looks like data, not like column names.",
            "Add a first line such as trajectory_id,timestamp,lat,lon.",
        )


def _refuse_shared(found: Mapping[str, str]) -> None:
    by_name: dict[str, str] = {}
    for role, name in found.items():
        if name in by_name:
            raise InputError(f"column {shown(name)} cannot be both {by_name[name]} and {role}.")
        by_name[name] = role


def _refuse_missing(header: Header, found: Mapping[str, str]) -> None:
    missing = [role for role in REQUIRED if role not in found]
    if missing:
        words = " and ".join(missing)
        wanted = [spelling for role in missing for spelling in SPELLINGS[role]]
        raise InputError(
            f"{header.source} has no column for {words}.", _there_are(header, wanted, missing[0])
        )
    if "trajectory" not in found and "user" not in found:
        wanted = [*SPELLINGS["trajectory"], *SPELLINGS["user"]]
        raise InputError(
            f"{header.source} has no column for trajectory or user, so that nothing says which "
            "points belong together.",
            _there_are(header, wanted, "trajectory"),
        )


def _there_are(header: Header, wanted: Sequence[str], role: str = "lat") -> str:
    """List the columns for a message, unless they may be somebody's first row."""
    _refuse_headless(header)
    names = [shown(name) for name in header.names[:_SHOWN]]
    more = len(header.names) - len(names)
    listed = ", ".join(names) + (f" and {more} more" if more > 0 else "")
    by_plain = {plain(name): name for name in header.names}
    near = [m for word in wanted for m in get_close_matches(plain(word), by_plain, 1, 0.7)]
    meant = f" Did you mean {shown(by_plain[near[0]])}?" if near else ""
    example = by_plain[near[0]] if near else "NAME"
    return f"Its columns are {listed}.{meant} Say which it is: --columns {role}={example}"
