"""How much two tables of numbers with keys differ: which are equal, and by how much the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil.kernels.arrays import Floats, Ints


@dataclass(frozen=True)
class Likeness:
    """What came of comparing one quantity; a key that one side lacks counts as 0 there.

    `share` is Σ|a - b| / Σ(a + b): 0 if all is equal, 1 if nothing is common. Of counts with equal
    totals it is the total variation distance.
    """

    what: str
    rows: int
    differing: int
    largest: float
    share: float

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return self.differing == 0

    @classmethod
    def of(cls, what: str, one: tuple[Ints, Floats], other: tuple[Ints, Floats]) -> Likeness:
        """Compare numbers by their keys, a row of whole numbers each; each key once a side.

        >>> a, b = (np.array([[1], [2]]), np.array([3.0, 1.0])), (np.array([[1]]), np.array([3.0]))
        >>> Likeness.of("visits", a, b)
        Likeness(what='visits', rows=2, differing=1, largest=1.0, share=0.14285714285714285)
        """
        left, right = _aligned(one, other)
        apart = np.abs(left - right)
        whole = float((left + right).sum())
        return cls(
            what,
            rows=len(left),
            differing=int(np.count_nonzero(apart)),
            largest=float(apart.max(initial=0.0)),
            share=float(apart.sum()) / whole if whole else 0.0,
        )


def _aligned(one: tuple[Ints, Floats], other: tuple[Ints, Floats]) -> tuple[Floats, Floats]:
    """Bring the numbers of both sides to the same rows."""
    keys, row = np.unique(np.concatenate([one[0], other[0]]), axis=0, return_inverse=True)
    row = row.ravel()
    columns = np.zeros((2, len(keys)))
    columns[0, row[: len(one[0])]] = one[1]
    columns[1, row[len(one[0]) :]] = other[1]
    return columns[0], columns[1]
