"""Somebody is watched for a while, and looked for among boxes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, NamedTuple

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.attacks._marks import ByMark, standing_out
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.joined import joined
from wayveil.kernels import fitting, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import Points
from wayveil.kinds import Guesses, Knowledge, Unit
from wayveil.part import Seconds
from wayveil.shapes import Tracks, Trajectories

#: Pairs of clue and record that are compared at one go.
_AT_ONCE: Final = 1_000_000


class Clues(NamedTuple):
    """All points of each target in a window, which begins at its `start`."""

    points: Points
    start: Ints


class TimeWindow(ByMark):
    """Find whose record fits all that somebody did within a time. (paper 004, II-B)

    The attacker watches each target from one of their points on, drawn by lot, and knows all of
    their points for so long. A record fits if each of these lies in one of its boxes, and each of
    its boxes that lies within that time holds one of them: all that fit are named. So of a record
    that is shared by two the half is right; where none fits nothing is said. With `by`, only the
    one that stands out is named: finding more by it than by lot shows that the true record is not
    like the others.
    """

    about: ClassVar[type[Tracks]] = Cells
    risk = "singling out"

    tau: Annotated[Seconds, Field(ge=1)] = 3600
    """For how long somebody is watched."""

    unit: Unit = "user"
    """Who is watched: somebody with all that is theirs, or one trajectory."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about."""
        return self.unit

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Draw a point of each, and take what follows within tau."""
        people = joined(original if self.unit == "user" else original.each_alone()).data
        points = people.positions()
        drawn = people.offsets[:-1] + (rng.random(len(people)) * people.lengths).astype(np.int64)
        start = points.t[drawn]
        since = points.t - np.repeat(start, people.lengths)
        seen = (since >= 0) & (since <= clock.milliseconds(self.tau))
        counts = np.add.reduceat(seen.astype(np.int64), people.offsets[:-1])
        t, lat, lon = (column[seen] for column in points[:3])
        within = Points(t, lat, lon, ragged.offsets_of(counts))
        about = people.owner if self.unit == "user" else people.id
        return Knowledge(about.astype(np.int64), Clues(within, start))

    def guess(self, clues: Clues, released: Cells, rng: Chance) -> Guesses:
        """Look for the records that fit, and name the one that stands out."""
        asked, records = np.arange(len(clues.start)), np.arange(len(released))
        blocks = -(-len(asked) * len(records) // _AT_ONCE) or 1
        found = [self._fits(clues, released, some) for some in np.array_split(asked, blocks)]
        who, record = np.concatenate(found, axis=1)
        return standing_out(self.by, clues.points, released, who, record)

    def _fits(self, clues: Clues, released: Cells, asked: Ints) -> Ints:
        """Give pairs of clue and record, as two rows."""
        who = np.repeat(asked, len(released))
        record = np.tile(np.arange(len(released)), len(asked))
        known = np.ones(len(clues.points.t), np.bool_)
        window = clock.milliseconds(self.tau)
        pair, first, last = fitting.fitting(
            released.boxes(), clues.points, known, who, record, window
        )
        start = clues.start[who[pair]]
        right = pair[(first <= start) & (start <= last)]
        return np.stack([who[right], record[right]])
