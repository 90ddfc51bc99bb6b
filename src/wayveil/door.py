"""The door that every release leaves by: rounded, renamed, and in an order that tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from wayveil.chance import Chance
from wayveil.errors import ParameterError
from wayveil.kinds import Draft
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories

if TYPE_CHECKING:
    import polars as pl

T = TypeVar("T", bound=Tracks)


def pass_door(draft: Draft[T], rng: Chance, keep: Sequence[str] = ()) -> tuple[T, Origin]:
    """Turn a draft into what is published, and say where each published trajectory comes from.

    Ids are sorted, so that the order of the file is the order of random ids: any tool may sort
    it, and it still tells nothing.
    """
    import polars as pl

    n = len(draft.data)
    order = rng.spawn("order").permutation(n)
    mixed = draft.data.take(order)
    ids = pl.Series(rng.spawn("ids").ids(n), dtype=pl.String)
    released = mixed.published(ids, _kept(mixed, keep) if keep else None)
    return released, draft.origin.reordered(order, draft.data.offsets)


def _kept(data: Tracks, keep: Sequence[str]) -> pl.DataFrame:
    if not isinstance(data, Trajectories) or data.extra is None:
        raise ParameterError(
            "no column can be kept: the data has none besides ids, time and place, or the method "
            "merges points.",
            "Leave --keep out.",
        )
    missing = [name for name in keep if name not in data.extra.columns]
    if missing:
        raise ParameterError(
            f"there is no column '{missing[0]}' to keep.",
            f"There are: {', '.join(data.extra.columns)}.",
        )
    return data.extra.select(keep)
