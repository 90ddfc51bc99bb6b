"""What filters must do."""

from __future__ import annotations

import numpy as np

from wayveil.contract.tables import everything
from wayveil.contract.tools import must, same, silence, untouched, variants
from wayveil.kinds import Filter
from wayveil.shapes import Trajectories


def leaves_its_input_alone(part: type[Filter]) -> None:
    """It changes nothing and prints nothing."""
    for table in everything():
        with untouched(table), silence():
            part.example()(table)


def gives_the_same_again(part: type[Filter]) -> None:
    """Two calls on one table agree."""
    for table in everything():
        must(
            same(part.example()(table)[0], part.example()(table)[0]),
            "two calls on one table differ",
        )


def never_moves_a_point(part: type[Filter]) -> None:
    """What stays are rows of the input, in their order, under their trajectory's id."""
    for made in variants(part):
        for table in everything():
            kept, _ = made(table)
            must(_is_part_of(kept, table), "it released rows that were not in its input")


def tallies_what_it_drops(part: type[Filter]) -> None:
    """Every missing trajectory and point is in the tally."""
    for made in variants(part):
        for table in everything():
            kept, gone = made(table)
            missing = len(table) - len(np.unique(kept.id))
            must(gone.trajectories == missing, "its tally of trajectories is wrong")
            must(gone.points == table.n_points - kept.n_points, "its tally of points is wrong")


def accepts_what_it_kept(part: type[Filter]) -> None:
    """Applied again, to all that it kept or to nothing at all, it does not fail."""
    for table in everything():
        kept, _ = part.example()(table)
        part.example()(kept)
        part.example()(kept.take(np.zeros(len(kept), np.bool_)))


def _is_part_of(kept: Trajectories, table: Trajectories) -> bool:
    """Walk each kept trajectory along its source: every row must turn up, in order."""
    rows = {int(i): _rows(table, place) for place, i in enumerate(table.id)}
    sources = {i: iter(points) for i, points in rows.items()}
    return all(
        any(point == other for other in sources[int(i)])
        for place, i in enumerate(kept.id)
        for point in _rows(kept, place)
    )


def _rows(table: Trajectories, place: int) -> list[tuple[float, ...]]:
    span = slice(table.offsets[place], table.offsets[place + 1])
    return list(zip(table.t[span], table.lat[span], table.lon[span], strict=True))
