"""How many went from where to where."""

from __future__ import annotations

import numpy as np

from wayveil.analyses._cells import column, counts_of, enough, tallied
from wayveil.chance import Chance
from wayveil.kernels.arrays import Mask
from wayveil.kinds import Analysis, Claim, Outcome
from wayveil.part import K
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class OdMatrix(Tiled, Analysis):
    """Count the trips from each tile to each other, where k or more people made one.

    A trip goes from the tile of a trajectory's first point to that of its last; both may be the
    same. A pair of tiles with fewer than k units is not published, nor is any row or column total,
    from which it could be had by subtraction. Numbers are exact: nothing is rounded or added.
    """

    k: K = 5
    """Fewest units that went from one tile to the other."""

    def claims(self) -> tuple[Claim, ...]:
        """Pairs count k units, tiles are of a fixed grid, and no pair is said twice."""
        tiles = self.tiles()
        return (
            Claim.named("k_per_cell", k=self.k, tessellation=tiles),
            Claim.named("disjoint_cells"),
            Claim.named("fixed_outlines", tessellation=tiles),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        """Count."""
        tiles, first, last = self.tiles(), data.offsets[:-1], data.offsets[1:] - 1
        origin = tiles.cells(data.lat[first], data.lon[first])
        goal = tiles.cells(data.lat[last], data.lon[last])
        on = (origin >= 0) & (goal >= 0)
        away = Tally.of("begin or end outside the tiles", *_sizes(data, ~on))
        table = tallied({"origin": origin[on], "goal": goal[on]}, data.owner[on], data.lengths[on])
        kept, few = enough(table, self.k, "pairs of tiles")
        cells = np.column_stack([column(kept, "origin"), column(kept, "goal")])
        return Outcome(counts_of("trips", tiles, cells, kept).in_order(), away + few)


def _sizes(data: Trajectories, which: Mask) -> tuple[int, int]:
    return int(which.sum()), int(data.lengths[which].sum())
