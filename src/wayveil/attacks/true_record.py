"""Which of the records that fit somebody is theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from wayveil.attacks._marks import ByMark, standing_out
from wayveil.attacks._units import OfUnit
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.fitting import fits
from wayveil.joined import joined
from wayveil.kinds import Guesses, Knowledge
from wayveil.shapes import Names, Tracks, Trajectories


class TrueRecord(ByMark, OfUnit):
    """Know all points of somebody, and choose among the records that fit them.

    Every record that holds all points fits; by one of them the person is named, and that is the
    one looked for. With `by` "lot" all are named: what is found then is what k records that look
    alike would give. With another, the one that stands out is: finding more by it than by lot
    shows that the true record is not like the others.
    """

    risk = "linkability"
    about: ClassVar[type[Tracks]] = Cells

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Watch everybody all the time."""
        each = original if self.unit == "user" else original.renumbered().each_alone()
        people = joined(each).data
        codes = people.owner.astype(np.int64)
        return Knowledge(codes, replace(people, owner=people.id, names=Names()))

    def guess(self, clues: Trajectories, released: Cells, rng: Chance) -> Guesses:
        """Look for the records that fit, and name the one that stands out."""
        points = clues.positions()
        return standing_out(self.by, points, released, *fits(released.boxes(), points))
