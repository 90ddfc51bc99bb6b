"""Bad values, counted: what is wrong, in which column, how often, and what would mend it.

No value is ever kept here, so that none can reach a message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.columns import shown
from wayveil.kernels.arrays import Mask
from wayveil.record import Tally

#: What a sign in the bad values suggests. A sign counts if half of a column's bad values show it.
HINTS: Final = {
    "swapped": "lat and lon look swapped: try --columns lat=LON_COLUMN,lon=LAT_COLUMN.",
    "projected": "The coordinates look like metres in a projected system: convert to WGS 84.",
    "to 360": "Longitudes seem to run from 0 to 360: subtract 360 from those above 180.",
    "decimal comma": "Numbers seem to be written with a decimal comma: write a decimal point.",
    "degrees in words": "Coordinates seem to be in degrees and minutes: write decimal degrees.",
    "mixed zones": "Some times have a zone and some have none: write them all alike.",
    "unpaired times": "Some lines have not as many times as corners: give one time for each.",
    "no times": "Points without times are a plan, not a track: export what was recorded.",
    "other times": "The times seem to be written in more than one way: write them all alike.",
}
_SKIP: Final = "Add --skip-bad-rows to leave these rows out."


@dataclass
class Faults:
    """The bad values of some rows."""

    rows: int
    bad: Mask
    values: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: Counter[tuple[str, str]] = field(default_factory=Counter)
    signs: Counter[tuple[str, str]] = field(default_factory=Counter)

    @classmethod
    def none(cls, rows: int) -> Faults:
        """Start with no faults."""
        return cls(rows, np.zeros(rows, np.bool_))

    def mark(self, role: str, cause: str, where: Mask) -> None:
        """Count these rows as bad; a row is dropped for the first of its faults."""
        count = int(np.count_nonzero(where))
        if count:
            self.values[role, cause] += count
            self.first[role, cause] += int(np.count_nonzero(where & ~self.bad))
            self.bad |= where

    def add(self, role: str, cause: str, count: int) -> None:
        """Count rows that are left out already."""
        self.values[role, cause] += count
        self.first[role, cause] += count

    def sign(self, role: str, hint: str, count: int) -> None:
        """Count bad values that suggest how to mend them."""
        self.signs[role, hint] += count

    def merge(self, other: Faults) -> None:
        """Add the counts of further rows."""
        self.rows += other.rows
        self.values += other.values
        self.first += other.first
        self.signs += other.signs


def refuse(faults: Faults, source: str, roles: Mapping[str, str]) -> None:
    """Raise one error with all faults, if there are any."""
    if not faults.values:
        return
    told = [
        f"{count:,} of {faults.rows:,} {_subject(role, roles)} {cause}"
        for (role, cause), count in sorted(faults.values.items())
    ]
    hints = [*_suggestions(faults), _SKIP]
    raise InputError(f"{source}: {'; '.join(told)}.", "\n".join(hints))


def tally(faults: Faults, roles: Mapping[str, str]) -> Tally:
    """Say how many rows were left out, by cause."""
    out = Tally()
    for (role, cause), count in sorted(faults.first.items()):
        subject = f"values of column {shown(roles[role])}" if role in roles else "rows"
        out += Tally.of(f"{subject} that {cause}", trajectories=0, points=count)
    return out


def _subject(role: str, roles: Mapping[str, str]) -> str:
    return f"values of column {shown(roles[role])}" if role in roles else "rows"


def _suggestions(faults: Faults) -> list[str]:
    """Name what at least half of the bad values of a column suggest."""
    per_role: Counter[str] = Counter()
    for (role, _), count in faults.values.items():
        per_role[role] += count
    likely = [
        (count, HINTS.get(hint, hint))
        for (role, hint), count in faults.signs.items()
        if count > 0 and 2 * count >= per_role[role]
    ]
    return list(dict.fromkeys(hint for _, hint in sorted(likely, reverse=True)))
