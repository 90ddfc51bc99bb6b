"""Whether the busiest places are still the busiest."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._shares import histograms
from wayveil.measures._tiles import visits
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class TopTiles(Tiled, Measure):
    """Share of the most visited tiles that are among the most visited of the release as well.

    |A ∩ B| / |A|, where A are the `top` tiles of the original with most visits and B as many of
    the release; of equal ones the tile of the lower number comes first. Beside it Kendall's τ, 1
    where the tiles of A have kept their order and -1 where it is reversed, and how their visits
    grew or shrank. Of the two busiest of three tiles, with 3, 2 and 1 visits, the second lost all:
    half is kept.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> a, b, c = [(0, 0, 0)], [(0, 5000, 0)], [(0, 9000, 0)]
    >>> value_of(TopTiles(top=2), trips(a, a, a, b, b, c), trips(a, a, a, c, c, c))
    0.5
    """

    topic: ClassVar[Topic] = "places"
    unchanged: ClassVar[float | None] = 1.0

    top: Annotated[int, Field(ge=1, le=1_000_000)] = 20
    """How many tiles."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two rankings."""
        tiles = self.tiles()
        one, other = visits(original, tiles), visits(released, tiles)
        _, before, after = histograms(one.tile, other.tile)
        best = _first(before, self.top)
        kept = np.isin(best, _first(after, len(best)))
        told = {
            "kendall_tau": _kendall(before[best], after[best]),
            "visits": {"original": int(before[best].sum()), "released": int(after[best].sum())},
        }
        return Reading(float(kept.mean()), f"share of the {len(best)} top tiles", len(best), told)


def _first(counts: Floats, top: int) -> Ints:
    """Give the places of the largest counts that are not 0."""
    order = np.argsort(-counts, kind="stable")[:top]
    return order[counts[order] > 0]


def _kendall(before: Floats, after: Floats) -> float | None:
    """Give τ-b, None where one side has no order at all."""
    from scipy.stats import kendalltau

    if len(np.unique(before)) < 2 or len(np.unique(after)) < 2:
        return None
    return float(kendalltau(before, after).statistic)
