"""Where somebody lives and where they work are known."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil.attacks._background import Background, Seen, foremost
from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY
from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.holdings import Holdings
from wayveil.kernels.radix import order_by
from wayveil.kinds import Knowledge, Unit
from wayveil.shapes import Trajectories

_HOUR_MS: Final = 3_600_000
#: When people are at work, on weekdays, and at home, the night after.
_AT_WORK_MS, _AT_HOME_MS = 11 * _HOUR_MS, 27 * _HOUR_MS
_STALE_MS: Final = 16 * _HOUR_MS
HOME, WORK = 0, 1


class HomeWork(Background):
    """Find who lives and works where somebody is known to live and work.

    Home is the cell where somebody was last seen before 3:00 on most nights, work the one where
    they were last seen before 11:00 on most weekdays; what is older than 16 hours does not count.
    Everybody fits who has both (or the one, of whom only one is known). Of two neighbours who
    work in different places each is found; without several days there is nothing to know.
    """

    by_point: ClassVar[bool] = False

    unit: Unit = "user"
    """Whose points belong together: those of one trajectory, or all of a user's."""

    utc_offset: Annotated[float, Field(ge=-14, le=14)] = 0
    """Hours by which clocks are ahead of UTC."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Look where everybody lives and works."""
        if original.n_points and int(original.t.max()) - int(original.t.min()) < MS_PER_DAY:
            raise Infeasible(
                f"{self.name} does not apply: the data is of one day.",
                "Give data of several days, one record for each person.",
            )
        return super().knows(original, rng)

    def rows(self, data: Trajectories, group: Ints) -> tuple[Ints, Ints, Ints]:
        """Say where everybody is at night and on weekdays, day after day, and which of both."""
        who = group[data.of_point]
        order = order_by(who, data.t)
        who, t = who[order], data.t[order] + round(self.utc_offset * _HOUR_MS)
        new = np.append(True, (np.diff(who) != 0) | (np.diff(t // MS_PER_DAY) != 0))[: len(t)]
        person = np.repeat(who[new], 2)
        day = np.repeat(t[new] // MS_PER_DAY, 2)
        kind = np.tile([HOME, WORK], int(new.sum()))
        moment = day * MS_PER_DAY + np.where(kind == HOME, _AT_HOME_MS, _AT_WORK_MS)
        weekday = (day + 3) % 7 < 5  # 1970 began on a Thursday
        last = _last_before(who, t, person, moment)
        known = (last >= 0) & ((kind == HOME) | weekday)
        point = order[last[known]]
        cell = self.tiles.cells(data.lat[point], data.lon[point])
        counts = np.bincount(person[known], minlength=int(group.max(initial=-1)) + 1)
        return cell, kind[known], ragged.offsets_of(counts)

    def bins(self, t: Ints) -> Ints:
        """Take home and work, which stand where times do, for two intervals."""
        return t

    def summed(self, index: Holdings, seen: Seen) -> Holdings:
        """Leave each group one home and one place of work."""
        _, kind = seen.what.named(index.things)
        return foremost(index, kind, index.amounts, 1)


def _last_before(who: Ints, t: Ints, person: Ints, moment: Ints) -> Ints:
    """Give the last row of each person before a moment, -1 if there is none that is fresh."""
    if not len(t):
        return np.full(len(moment), -1)
    begin = int(t.min()) - 1
    room = int(t.max()) - begin + 1
    keys = who * room + t - begin
    asked = person * room + np.clip(moment - begin, 0, room - 1)
    last = np.searchsorted(keys, asked, side="right") - 1
    fresh = (last >= 0) & (who[last] == person) & (moment - t[last] <= _STALE_MS)
    return np.where(fresh, last, -1)
