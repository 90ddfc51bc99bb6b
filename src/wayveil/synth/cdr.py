"""Call detail records of subscribers who do not exist."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import numpy as np
from numpy.random import Generator
from pydantic import Field

from wayveil.chance import Chance
from wayveil.clock import MS_PER_SECOND
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.shapes import Names, Trajectories
from wayveil.synth import _antennas
from wayveil.synth._antennas import Antennas
from wayveil.synth._calls import DAY_S, calls
from wayveil.synth._setting import FIRST_DAY_MS, Setting
from wayveil.synth._subscribers import Moments, Subscribers, seen_at, subscribers

#: How many antennas there are unless asked otherwise, and how far people go from home, in metres.
_USUAL: Final = {"city": 400, "nation": 1_240}
_REACH_M: Final = {"city": 5_000.0, "nation": 15_000.0}
#: To how many subscribers we listen at once, so that millions need little memory.
_AT_ONCE: Final = 100_000


class Cdr(Setting):
    """Subscribers seen at antennas when they call: sparse, irregular, and for days. (paper 004)

    Each has a home, a job and a few places to go out to, calls in bursts by day and hardly at
    night, and is seen at the antenna nearest to where they are, or now and then at one beside it.
    One trajectory a subscriber.

    >>> data = Cdr(users=5, days=2)(Chance.seeded(1))
    >>> len(data), data.n_owners
    (5, 5)
    """

    users: Annotated[int, Field(ge=1, le=5_000_000)] = 1_000
    """Number of subscribers."""

    rate: Annotated[float, Field(ge=0.001, le=60)] = 0.75
    """Mean number of records of a subscriber in an hour."""

    area: Literal["city", "nation"] = "city"
    """Whether antennas cover a city of 2,600 km², or a nation of 310,000 km²."""

    antennas: Annotated[int, Field(ge=3, le=100_000)] | None = None
    """Number of antennas; 400 for a city and 1,240 for a nation if not given."""

    def __call__(self, rng: Chance) -> Trajectories:
        """Put up antennas, settle subscribers and listen."""
        spread = _antennas.city if self.area == "city" else _antennas.nation
        network = spread(self.antennas or _USUAL[self.area], rng.spawn("antennas").numpy())
        chance = rng.spawn("subscribers").numpy()
        folk = subscribers(self.users, network, _REACH_M[self.area], chance)
        chances = rng.spawn("calls").numpy(), rng.spawn("whereabouts").numpy()
        heard = (
            self._heard(folk.between(first, first + _AT_ONCE), network, *chances)
            for first in range(0, self.users, _AT_ONCE)
        )
        counts, seconds, seen = (np.concatenate(column) for column in zip(*heard, strict=True))
        return self._table(counts, seconds, seen, *self.degrees(network.x, network.y))

    def _heard(
        self, folk: Subscribers, network: Antennas, when: Generator, where: Generator
    ) -> tuple[Ints, Codes, Codes]:
        """Say how often some are heard of, in which seconds, and at which antennas."""
        who, seconds = calls(len(folk), self.days, self.rate, when)
        day, within = np.divmod(seconds, DAY_S)
        seen = seen_at(Moments(who, day, within / 3_600), folk, network, self.days, where)
        counts = np.bincount(who, minlength=len(folk))
        return counts, seconds.astype(np.int32), seen.astype(np.int32)

    def _table(
        self, counts: Ints, seconds: Codes, seen: Codes, lat: Floats, lon: Floats
    ) -> Trajectories:
        import polars as pl

        number = np.arange(self.users, dtype=np.int32)
        names = Names(pl.Series("id", number), pl.Series("user", number))
        t = FIRST_DAY_MS + seconds * np.int64(MS_PER_SECOND)
        offsets = ragged.offsets_of(counts)
        return Trajectories(lat[seen], lon[seen], t, offsets, number, number, names)
