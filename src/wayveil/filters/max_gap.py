"""Who is silent for long has perhaps begun another trip."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.kinds import Filter
from wayveil.part import Seconds
from wayveil.record import Tally
from wayveil.shapes import Trajectories


class MaxGap(Filter):
    """Cut trajectories where more time than this passes between two points.

    No point goes. The pieces belong to whom the trajectory belonged; `min_locations` after it
    leaves out pieces of a point or two.
    """

    gap: Annotated[Seconds, Field(gt=0)] = 1800
    """Longest time between two successive points."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Cut at the gaps."""
        gaps = np.diff(data.t, prepend=data.t[:1])
        return data.cut(gaps > clock.milliseconds(self.gap)), Tally()
