"""Where many people are: a heat map whose every sector holds k of them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from wayveil.analyses import _sectors
from wayveil.analyses._sectors import Rules, Sectors
from wayveil.chance import Chance
from wayveil.counts import Counts, Tiles
from wayveil.kinds import Analysis, Claim, Outcome
from wayveil.part import K, Metres
from wayveil.record import Tally
from wayveil.shapes import Trajectories


class QuadtreeHeatmap(Analysis):
    """Count people in sectors that are small where many are, and hold k or more. (D4.10, 6.3.5.1)

    The earth is divided into squares of 2^j steps of 1e-7 degrees, from the south pole and the
    antimeridian, so that no edge depends on the data. A square is quartered as long as a quarter
    holds k units. Quarters that hold fewer are joined, empty ones too, so that an outline does not
    tell where in it somebody was: within their square, or within the next larger one, and so on.
    What is too little for the largest square is not published, nor is any total. k counts different
    units; density is locations per km² of true area. Numbers are exact.
    """

    min_k: K = 5
    """Fewest units in a sector."""

    min_sector_length: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """Shortest side of a sector."""

    max_sector_length: Annotated[Metres, Field(ge=1_000, le=1_000_000)] = 100_000
    """Longest side of a sector: squares of about this size are divided."""

    merge_sectors: bool = True
    """Whether to join quarters with too few; if not, their square stays whole, unless it is empty
    but for one."""

    split_n_locations: Annotated[int, Field(ge=2)] | None = None
    """Divide squares that hold more than this; as many as `min_k` if not given."""

    count: Literal["units", "locations"] = "units"
    """What `min_k` counts; locations protect nobody who has many, and are for comparison."""

    @model_validator(mode="after")
    def _splits_no_sooner_than_k(self) -> Self:
        if self.split_n_locations is not None and self.split_n_locations < self.min_k:
            raise ValueError("split_n_locations must not be smaller than min_k")
        return self

    def claims(self) -> tuple[Claim, ...]:
        """Sectors count k units, lie on a fixed grid, and none is part of another."""
        return (
            Claim.named("k_per_cell", k=self.min_k, count=self.count),
            Claim.named("disjoint_cells"),
            Claim.named("fixed_outlines"),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        """Divide and count."""
        found = _sectors.sectors(data, self._rules())
        rest = data.n_points - int(found.locations.sum())
        few = f"with fewer than {self.min_k} {self.count} around, or in what was left of a square"
        return Outcome(_counts(found), Tally.of(few, 0, rest))

    def _rules(self) -> Rules:
        return Rules(
            k=self.min_k,
            split_above=self.split_n_locations or self.min_k,
            smallest_m=self.min_sector_length,
            largest_m=self.max_sector_length,
            merge=self.merge_sectors,
            count_units=self.count == "units",
        )


def _counts(found: Sectors) -> Counts:
    """Put sectors in the shape of counts; squares within a sector are in order."""
    code = found.squares.code
    row = np.repeat(np.arange(len(found.units)), np.diff(found.offsets))
    order = np.lexsort((code, row))
    area = np.add.reduceat(_sectors.areas(code), found.offsets[:-1]) if len(code) else code
    counts = Counts(
        "locations",
        Tiles.of(code[order], _sectors.outlines(code[order])),
        np.arange(len(code)),
        found.offsets,
        found.units,
        found.locations,
        area=np.rint(area).astype(np.int64),
    )
    return counts.in_order()
