"""How near an attacker came who says where people were, beside what the release says itself.

No attack may import it, so that none of them can ask it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from wayveil import geo
from wayveil.chance import Chance
from wayveil.errors import InputError
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.steady import rows_before
from wayveil.kinds import Whereabouts
from wayveil.record import Origin
from wayveil.score import Rate, Score
from wayveil.shapes import Trajectories

#: Latitudes and longitudes, one of each released point.
Places: TypeAlias = tuple[Floats, Floats]
#: How many tracks of others each target is compared with, to see what chance alone gives.
_LOTS: Final = 4
#: How many points are compared at a time.
_BLOCK: Final = 1_000_000


@dataclass(frozen=True)
class Nearness(Score):
    """How near the answers are to where people were.

    A target earns the share of its points at whose times the answer is within `within` metres of
    the truth; one that is not in the release earns nothing. `published` is the same for the
    release as it stands, `metres` how far off points are before and after.
    """

    published: Rate
    within: float
    metres: Mapping[str, float]

    def beside(self) -> Iterator[tuple[str, Rate]]:
        """Give the release itself as a further baseline."""
        yield from super().beside()
        yield "the release as it stands", self.published

    @property
    def earned(self) -> str:
        """Say what the success is a share of."""
        return f"of the points were placed within {self.within:,.6g} m"

    def remarks(self) -> Iterator[str]:
        """Say how much closer it came."""
        told = {name: f"{value:,.0f} m" for name, value in self.metres.items()}
        yield (
            f"As published {100 * self.published.value:.3g} % of them lie as near. Half of those "
            f"that are released were within {told['median_before']} of the truth, and now are "
            f"within {told['median_after']}; on average {told['mean_before']} off, and now "
            f"{told['mean_after']}."
        )

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        published = {"published": self.published.as_json()}
        return super().as_json() | published | {"metres": dict(self.metres)}


def near(
    answer: Whereabouts,
    about: Ints,
    original: Trajectories,
    released: Trajectories,
    origin: Origin,
    rng: Chance,
) -> Nearness:
    """Compare the answers about some trajectories with where these really were, at each time."""
    if not origin.belongs(len(original), len(released)):
        raise InputError("the record does not belong to this original and this release.")
    asked, partner = original.take(about), origin.partners(len(original))[about]
    said, itself = ((each.lat, each.lon) for each in (answer, released))
    after, before = (_away(places, released, asked, partner) for places in (said, itself))
    earned, known = (_shares(away, asked, answer.within) for away in (after, before))
    there, lots = partner >= 0, [rng.integers(len(released), len(about)) for _ in range(_LOTS)]
    others = [_shares(_away(said, released, asked, lot), asked, answer.within) for lot in lots]
    return Nearness(
        success=Rate.of(earned),
        precision=Rate.of(earned[there]) if there.any() else None,
        chance=float(np.mean(others)),
        published=Rate.of(known),
        within=answer.within,
        metres=_metres("before", before) | _metres("after", after),
    )


def _away(places: Places, released: Trajectories, asked: Trajectories, tracks: Ints) -> Floats:
    """Give how far each point is from where a track is then; infinitely, where the track is -1."""
    away = np.full(asked.n_points, np.inf)
    for start in range(0, asked.n_points, _BLOCK):
        row = np.arange(start, min(start + _BLOCK, asked.n_points))
        track = tracks[np.searchsorted(asked.offsets, row, side="right") - 1]
        row, track = row[track >= 0], track[track >= 0]
        lat, lon = _at(places, released, track, asked.t[row])
        away[row] = geo.metres(asked.lat[row], asked.lon[row], lat, lon)
    return away


def _at(places: Places, released: Trajectories, track: Ints, t: Ints) -> Places:
    """Give where tracks are at these times: between two of their points, or at the nearer end."""
    before = rows_before(released.t, released.offsets, track, t)
    after = np.minimum(before + 1, released.offsets[track + 1] - 1)
    span = np.maximum(released.t[after] - released.t[before], 1)
    share = np.clip((t - released.t[before]) / span, 0, 1)
    ends = (geo.vectors(*(column[row] for column in places)) for row in (before, after))
    return geo.degrees(*(a + share * (b - a) for a, b in zip(*ends, strict=True)))


def _shares(away: Floats, asked: Trajectories, within: float) -> Floats:
    """Give the share of each target's points that are near enough."""
    return np.add.reduceat((away <= within).astype(np.float64), asked.offsets[:-1]) / asked.lengths


def _metres(when: str, away: Floats) -> dict[str, float]:
    """Give the middle and the mean of how far points are off, of those who are released."""
    known = away[np.isfinite(away)]
    return {f"median_{when}": float(np.median(known)), f"mean_{when}": float(known.mean())}
