"""Who hides whom, in each window of time. (paper 004, III-E to III-G)

In window m person i's record also holds what `parent[m, r, i]` did, for r = 0..k-2: each round is
a permutation that leaves nobody in place, so that everybody is in the records of k - 1 others.
Who hides in a record once never does so in another window (the reuse constraint).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.methods._epochs import Epochs
from wayveil.methods._pairs import Pairs


@dataclass(frozen=True, eq=False)
class Covers:
    """Permutations by window and round, and what is seen of whom: changed while they are sought.

    `seen[i, e]` says whether person i has samples in epoch e that are not suppressed; the pair
    (i, j) is in `used` if j hides in the record of i in some window.
    """

    epochs: Epochs
    seen: Mask
    parent: Codes
    used: Pairs
    centres: Floats

    @classmethod
    def none_yet(cls, epochs: Epochs, k: int) -> Covers:
        """Begin with nobody hidden."""
        people = len(epochs.piece)
        return cls(
            epochs,
            epochs.piece >= 0,
            np.full((epochs.windows, k - 1, people), -1, np.int32),
            Pairs.none_yet(people),
            epochs.centres()[:, 1:3],
        )

    def during(self, m: int) -> slice:
        """Give the epochs of a window."""
        return slice(m, m + self.epochs.length)

    def patterns(self, m: int) -> Ints:
        """Number people by the epochs of a window in which they are seen; -1 if in none.

        Who has been suppressed counts as silent: as a whole window is suppressed at a time, no
        window has a suppressed epoch between two in which the same person is seen.
        """
        seen = self.seen[:, self.during(m)]
        _, number = np.unique(np.packbits(seen, axis=1), axis=0, return_inverse=True)
        return np.where(seen.any(axis=1), number.ravel(), -1)

    def company(self, pieces: Ints) -> Ints:
        """Give each piece and those that hide in it so far, as a row; -1 where nobody does."""
        person, epoch = self.epochs.person[pieces], self.epochs.epoch[pieces]
        columns = [pieces]
        for back in range(self.epochs.length):
            window = epoch - back
            inside = (window >= 0) & (window < self.epochs.windows)
            for round in range(self.parent.shape[1]):
                guest = np.full(len(pieces), -1)
                guest[inside] = self.parent[window[inside], round, person[inside]]
                columns.append(np.where(guest >= 0, self.epochs.piece[guest, epoch], -1))
        return np.column_stack(columns)

    def costs(self, m: int, people: Ints) -> Floats:
        """Give what each one's record would cost with each other in it, over a window.

        Merged are those who hide in it already, too: if others were near to the one alone, the
        one would be in the middle of all boxes, and be known by it.
        """
        total = np.zeros((len(people), len(people)))
        for pieces in self._pieces(m, people):
            total += self._costs(pieces)
        return total

    def _costs(self, pieces: Ints) -> Floats:
        n, found = len(pieces), self.company(pieces)
        held = found[:, (found >= 0).any(axis=0)]
        held = np.where(held >= 0, held, pieces[:, None])  # to be in it twice costs nothing
        mutual = held.shape[1] == 1
        ones, others = np.triu_indices(n, 1) if mutual else np.nonzero(~np.eye(n, dtype=np.bool_))
        costs = np.zeros((n, n))
        costs[ones, others] = self.epochs.costs(np.column_stack([held[ones], pieces[others]]))
        return costs + costs.T if mutual else costs

    def distances(self, m: int, person: int, others: Ints) -> Floats:
        """Give how far others are from a person, in slots between mean places."""
        apart = np.zeros(len(others))
        for pieces in self._pieces(m, np.append(others, person)):
            apart += np.abs(self.centres[pieces[:-1]] - self.centres[pieces[-1]]).sum(axis=1)
        return apart

    def _pieces(self, m: int, people: Ints) -> list[Ints]:
        """Give everybody's pieces, epoch after epoch; all are of one pattern."""
        window = np.flatnonzero(self.seen[people[0], self.during(m)]) + m
        return [self.epochs.piece[people, epoch] for epoch in window]

    def link(self, m: int, round: int, one: int, parent: int) -> None:
        """Let the parent hide in the record of one."""
        self.parent[m, round, one] = parent
        self.used.add(one, parent)

    def unlink(self, m: int, round: int, one: int) -> int:
        """Take whoever hides in the record of one out of it, and say who that was."""
        parent = int(self.parent[m, round, one])
        self.parent[m, round, one] = -1
        self.used.drop(one, parent)
        return parent

    def free(self, one: int | Ints, parent: int | Ints) -> Mask:
        """Whether the parent has never hidden in the record of one, and is somebody else."""
        found: Mask = ~self.used.has(one, parent) & (np.asarray(one) != parent)
        return found

    def insert(self, m: int, person: int, alike: Ints) -> bool:
        """Put a person into each round: between someone and whoever hides there, as near as can be.

        `alike` are those of the same pattern. Nothing is changed if it cannot be done.
        """
        for round in range(self.parent.shape[1]):
            inside = alike[self.parent[m, round, alike] >= 0]
            hidden = self.parent[m, round, inside]
            possible = self.free(inside, person) & self.free(person, hidden)
            if not possible.any():
                self.remove(m, person)
                return False
            inside, hidden = inside[possible], hidden[possible]
            far = self.distances(m, person, inside) + self.distances(m, person, hidden)
            best = int(far.argmin())
            self.unlink(m, round, int(inside[best]))
            self.link(m, round, int(inside[best]), person)
            self.link(m, round, person, int(hidden[best]))
        return True

    def remove(self, m: int, person: int) -> list[int]:
        """Take a person out of all rounds; give those who fall out with them."""
        fallen: list[int] = []
        for round in range(self.parent.shape[1]):
            if self.parent[m, round, person] >= 0:
                below = int(np.flatnonzero(self.parent[m, round] == person)[0])
                above = self.unlink(m, round, person)
                self.unlink(m, round, below)
                fallen += self._close(m, round, below, above)
        return fallen

    def _close(self, m: int, round: int, below: int, above: int) -> list[int]:
        """Close a cycle from which somebody was taken; give those who cannot stay in it."""
        fallen: list[int] = []
        while above != below:
            if self.free(below, above):
                self.link(m, round, below, above)
                return fallen
            if self._exchange(m, round, below, above):
                return fallen
            fallen.append(above)
            above = self.unlink(m, round, above)
        return [*fallen, below]

    def _exchange(self, m: int, round: int, below: int, above: int) -> bool:
        """Close a cycle by way of another link: below takes who is hidden there, which takes above.

        Only links between people of the same pattern as `above` will do.
        """
        seen = self.seen[:, self.during(m)]
        alike = (seen == seen[above]).all(axis=1)
        ones = np.flatnonzero(alike & (self.parent[m, round] >= 0))
        hidden = self.parent[m, round, ones]
        possible = self.free(below, hidden) & self.free(ones, above)
        if not possible.any():
            return False
        ones, hidden = ones[possible], hidden[possible]
        best = int(self.distances(m, above, ones).argmin())
        self.unlink(m, round, int(ones[best]))
        self.link(m, round, below, int(hidden[best]))
        self.link(m, round, int(ones[best]), above)
        return True
