"""How often an attacker was right, beside what chance alone would give.

No attack may import it, so that none of them can ask it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from wayveil.errors import InputError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kinds import Attack, Guesses
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories

#: Standard errors on either side of an interval that holds the true share 95 times in 100.
_WIDE: Final = 1.959963984540054


@dataclass(frozen=True)
class Rate:
    """A share of `n` targets, and the interval that the true share lies in. (Wilson, 95 %)"""

    value: float
    low: float
    high: float
    n: int

    @classmethod
    def of(cls, credit: Floats) -> Self:
        """Give the mean of what each target earned, from 0 to 1; there must be a target.

        >>> Rate.of(np.array([1.0, 0, 0, 0]))
        Rate(value=0.25, low=0.0456, high=0.6994, n=4)
        """
        n, share, z = len(credit), float(credit.mean()), _WIDE
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        low, high = max(0.0, middle - reach), min(1.0, middle + reach)
        return cls(share, min(share, float(low)), max(share, float(high)), n)

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name):.4}" for name in ("low", "high"))
        return f"Rate(value={self.value:.4}, {', '.join(told)}, n={self.n})"

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        return vars(self)


@dataclass(frozen=True)
class Score:
    """How one attack did on one release.

    `success` counts every target, and silence as failure; `precision` only those of whom something
    was said, None if of nobody. `chance` is the success of somebody who names, for each target,
    one of the released trajectories, each as likely as the next (for points: all of its points).
    """

    success: Rate
    precision: Rate | None
    chance: float

    @property
    def abstained(self) -> int:
        """Of how many targets nothing was said."""
        return self.success.n - (self.precision.n if self.precision else 0)

    @property
    def earned(self) -> str:
        """Say what the success is a share of."""
        return "were found"

    def beside(self) -> Iterator[tuple[str, Rate]]:
        """Give what else the success must be compared with, by name."""
        yield from ()

    def remarks(self) -> Iterator[str]:
        """Say in sentences what is not a share."""
        yield from ()

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        precision = self.precision.as_json() if self.precision else None
        return {
            "success": self.success.as_json(),
            "chance": self.chance,
            "abstained": self.abstained,
            "precision": precision,
        }


@dataclass(frozen=True, eq=False)
class Truth:
    """Whose each released item is: who `codes[i]` is has a part in the item `items[i]`.

    Each pair occurs once, in order. `share[i]` is what of its released trajectory the item is.
    """

    items: Ints
    codes: Ints
    share: Floats
    released: int
    targets: int

    def holds(self, items: Ints, codes: Ints) -> Mask:
        """Whether each item is, or holds something, of the target in the same place."""
        known, asked = self.items * self.targets + self.codes, items * self.targets + codes
        place = np.minimum(np.searchsorted(known, asked), len(known) - 1)
        same: Mask = known[place] == asked
        return same

    def chance(self, codes: Ints) -> Floats:
        """Give for each target how likely it is that a released trajectory at random is right."""
        mass = np.bincount(self.codes, self.share, self.targets)
        return mass[codes] / self.released


def truth(attack: Attack, original: Trajectories, released: Tracks, origin: Origin) -> Truth:
    """Say whose the items that an attack guesses are."""
    if not origin.belongs(len(original), len(released)):
        raise InputError("the record does not belong to this original and this release.")
    users = attack.target == "user"
    code = original.owner.astype(np.int64) if users else np.arange(len(original))
    items, sources, share = _items(attack, released, origin)
    targets = int(code.max()) + 1
    once = _once(items * targets + code[sources])
    return Truth(items[once], code[sources][once], share[once], len(released), targets)


def _once(keys: Ints) -> Ints:
    """Give the places of the different keys, in the order of the keys."""
    if (keys[1:] > keys[:-1]).all():
        return np.arange(len(keys))
    return np.unique(keys, return_index=True)[1]


def _items(attack: Attack, released: Tracks, origin: Origin) -> tuple[Ints, Ints, Floats]:
    """List the items, each as often as it has sources; of points, what part of their own."""
    holder = ragged.group_of_rows(origin.offsets)
    if attack.item == "trajectory":
        return holder, origin.sources, np.ones(len(holder))
    if origin.of_point is None:  # each point is of all who are in its trajectory
        lengths = released.lengths[holder]
        points = ragged.rows_of(released.offsets, holder)
        return points, np.repeat(origin.sources, lengths), np.repeat(1 / lengths, lengths)
    part = 1 / released.lengths[released.of_row]
    return np.arange(released.n_rows), origin.of_point, part


def scored(guesses: Guesses, about: Ints, real: Truth) -> Score:
    """Compare the guesses about some targets with the truth.

    Who answers with several items names one of them by lot: what an answer earns is the share
    of it that is right.
    """
    earned, said = credit(guesses, about, real), np.diff(guesses.offsets) > 0
    return Score(
        success=Rate.of(earned),
        precision=Rate.of(earned[said]) if said.any() else None,
        chance=float(real.chance(about).mean()),
    )


def credit(guesses: Guesses, about: Ints, real: Truth) -> Floats:
    """Give the share of each answer that is right, 0 for silence."""
    question = ragged.group_of_rows(guesses.offsets)
    right = real.holds(guesses.items, about[question])
    count = np.bincount(question[right], minlength=len(guesses))
    return count / np.maximum(np.diff(guesses.offsets), 1)
