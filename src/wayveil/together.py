"""Several tables as one, so that a distance can be prepared once for all of them."""

from __future__ import annotations

import numpy as np

from wayveil.kernels import ragged
from wayveil.shapes import Trajectories


def together(*tables: Trajectories) -> Trajectories:
    """Put tables one below the other: trajectory j of the second follows the last of the first.

    Ids and owners are counted anew, one each, for they meant something else in each table; names
    and kept columns are left behind.
    """
    places = np.arange(sum(len(table) for table in tables), dtype=np.int32)
    return Trajectories(
        lat=np.concatenate([table.lat for table in tables]),
        lon=np.concatenate([table.lon for table in tables]),
        t=np.concatenate([table.t for table in tables]),
        offsets=ragged.offsets_of(np.concatenate([table.lengths for table in tables])),
        id=places,
        owner=places,
    )
