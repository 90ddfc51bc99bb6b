"""What aggregations must do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil.contract.tables import local, odd, ordinary
from wayveil.contract.tools import must, same, silence, untouched, variants
from wayveil.geo import wrapped
from wayveil.kinds import Aggregation
from wayveil.shapes import Trajectories, steps


def leaves_its_input_alone(part: type[Aggregation]) -> None:
    """It changes nothing and prints nothing."""
    for table in local():
        with untouched(table), silence():
            part.example()(table)


def gives_one_for_each_cluster(part: type[Aggregation]) -> None:
    """Clusters are aggregated apart: each is the same however the others are divided."""
    table = ordinary()
    labels = np.arange(len(table)) % 7
    for aggregation in variants(part):
        together = aggregation.each(table, labels)
        must(len(together) == 7, "it does not give one trajectory for each cluster")
        for label in range(7):
            against_all = aggregation.each(table, (labels != label).astype(np.int64))
            must(against_all.shapes()[0] == together.shapes()[label], "clusters mix")


def keeps_identical_members(part: type[Aggregation]) -> None:
    """The aggregate of identical trajectories is that trajectory, to the last step of 1e-7."""
    table = odd()["identical trips"]
    for aggregation in variants(part):
        bare = replace(table, extra=None)
        must(aggregation(table).shapes() == bare.shapes()[:1], "it changes what is all the same")


def stays_among_its_members(part: type[Aggregation]) -> None:
    """It lies within the box of its members, also across the antimeridian, and in their time."""
    for aggregation in variants(part):
        for table in (ordinary(), odd()["antimeridian"], odd()["one point"]):
            made = aggregation(table)
            must(_within(made, table), "the aggregate lies outside its members")


def weighs_owners_alike(part: type[Aggregation]) -> None:
    """Somebody's ten copies count as much as another's one."""
    table = ordinary().take(np.array([3, 4]))
    crowd = ordinary().take(np.array([3] * 10 + [4]))
    crowd = replace(crowd, owner=np.array([0] * 10 + [1], np.int32))
    for aggregation in variants(part):
        one, other = aggregation(table), aggregation(crowd)
        must(len(one.t) == len(other.t), "ten copies change the length")
        if not aggregation.publishes_real_points:
            must(np.abs(one.lat - other.lat).max() < 1e-9, "ten copies of one person weigh more")


def publishes_real_points_if_it_says_so(part: type[Aggregation]) -> None:
    """What says it publishes real points does, so that claims can warn of it."""
    for aggregation in variants(part):
        table = ordinary().take(np.arange(6))
        real = set(zip(steps(table.lat).tolist(), steps(table.lon).tolist(), strict=True))
        made = aggregation(table)
        places = zip(steps(made.lat).tolist(), steps(made.lon).tolist(), strict=True)
        if aggregation.publishes_real_points:
            must(set(places) <= real, "it says it publishes real points and does not")


def gives_the_same_again(part: type[Aggregation]) -> None:
    """Two calls agree."""
    must(same(part.example()(ordinary()), part.example()(ordinary())), "two calls differ")


def _within(made: Trajectories, table: Trajectories) -> bool:
    middle = table.lon[0]
    west, east = wrapped(table.lon - middle).min() - 1e-9, wrapped(table.lon - middle).max() + 1e-9
    along = wrapped(made.lon - middle)
    in_box = (made.lat >= table.lat.min() - 1e-9) & (made.lat <= table.lat.max() + 1e-9)
    in_box &= (along >= west) & (along <= east)
    in_time = (made.t >= table.t.min()) & (made.t <= table.t.max())
    return bool((in_box & in_time).all())
