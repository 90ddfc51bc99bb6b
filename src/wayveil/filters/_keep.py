"""What most filters end with."""

from __future__ import annotations

from wayveil.kernels.arrays import Mask
from wayveil.record import Tally
from wayveil.shapes import Trajectories


def keep(data: Trajectories, stay: Mask, cause: str) -> tuple[Trajectories, Tally]:
    """Keep some trajectories and tally the others."""
    gone = Tally.of(cause, int((~stay).sum()), int(data.lengths[~stay].sum()))
    return (data.take(stay) if gone.drops else data), gone
