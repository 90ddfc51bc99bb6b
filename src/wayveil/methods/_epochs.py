"""Time cut into epochs: what each person did in each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil.kernels import merging, ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.merging import Samples
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


@dataclass(frozen=True, eq=False)
class Epochs:
    """Everybody's samples in pieces: one for each epoch in which a person was seen.

    Piece p is of `person[p]`, in epoch `epoch[p]`, which began `real[p]` epochs after 1970; its
    samples are `samples.offsets[p]` to `samples.offsets[p + 1]`. `piece[i, e]` is that of person i
    in epoch e, -1 if there is none. Times in which nobody was seen are shortened to `length`
    epochs, the length of a window: no window reaches over them before or after.
    """

    samples: Samples
    person: Ints
    epoch: Ints
    real: Ints
    piece: Ints
    length: int

    @classmethod
    def of(cls, people: Trajectories, slots: Slots, epsilon: int, length: int) -> Epochs:
        """Cut the samples of each person where an epoch ends."""
        number, at = people.t // epsilon, slots.of(people)
        offsets = ragged.runs(number, people.offsets)
        real, person = number[offsets[:-1]], people.of_point[offsets[:-1]]
        occupied, place = np.unique(real, return_inverse=True)
        step = np.minimum(np.diff(occupied), length)
        epoch = ragged.offsets_of(step)[place]
        piece = np.full((len(people), int(epoch.max()) + 1), -1)
        piece[person, epoch] = np.arange(len(person))
        return cls(Samples(at.t, at.x, at.y, offsets), person, epoch, real, piece, length)

    @property
    def count(self) -> int:
        """How many epochs there are."""
        return len(self.piece.T)

    @property
    def windows(self) -> int:
        """How many windows there are; one if there are too few epochs for a whole one."""
        return max(1, self.count - self.length + 1)

    def centres(self) -> Floats:
        """Give each piece's mean time and place, and how far it spreads, in slots."""
        starts, counts = self.samples.offsets[:-1], np.diff(self.samples.offsets)
        columns = (self.samples.t, self.samples.x, self.samples.y)
        means = [np.add.reduceat(c, starts) / counts for c in columns]
        spread = [np.maximum.reduceat(c, starts) - np.minimum.reduceat(c, starts) for c in columns]
        t = means[0] - means[0].min(initial=0)
        return np.column_stack([t, means[1], means[2], spread[1] + spread[2]])

    def costs(self, groups: Ints) -> Floats:
        """Give the cost of merging the pieces of each row."""
        out = np.empty(len(groups))
        merging.costs(self.samples, groups, out)
        return out
