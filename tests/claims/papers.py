"""Records made by hand, for releases made by hand."""

from __future__ import annotations

import numpy as np

from wayveil.certificate import digest
from wayveil.record import Origin, Record
from wayveil.shapes import Trajectories


def record(
    released: Trajectories,
    owners: list[int],
    *,
    sources: list[int] | None = None,
    offsets: list[int] | None = None,
    key: str = "73656564" + "01" + "00" * 7,
) -> Record:
    """A record in which trajectory i comes from source i, unless said otherwise."""
    origin = Origin.one_each(np.arange(len(released)))
    if sources is not None and offsets is not None:
        origin = Origin(np.array(sources), np.array(offsets))
    return Record(
        key=key,
        secret=False,
        unit="user",
        origin=origin,
        owner=np.array(owners, dtype=np.int32),
        original_digest="",
        release_digest=digest(released),
    )
