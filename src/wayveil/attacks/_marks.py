"""By what the true record may stand out among those that fit somebody."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from wayveil.cells import Cells
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.boxes import Points, box_of
from wayveil.kinds import Attack, Guesses

_PAIRS_AT_ONCE = 5_000

By: TypeAlias = Literal["lot", "finest", "coarsest", "most_boxes", "fewest_boxes", "centred"]


class ByMark(Attack):
    """An attack that may choose among the records that fit."""

    by: By = "lot"
    """What is thought to mark the true record: nothing; the smallest or the largest boxes, in
    space and time; the most or the fewest; or points in the middle of their boxes."""


def standing_out(by: By, clues: Points, released: Cells, person: Ints, record: Ints) -> Guesses:
    """Keep, of pairs of person and record that fit, the records that stand out; all by lot.

    The pairs are in the order of the people.
    """
    people = len(clues.offsets) - 1
    marked = _marks(by, clues, released, person, record)
    least = np.full(people, np.inf)
    np.minimum.at(least, person, marked)
    stays = marked <= least[person]
    counts = np.bincount(person[stays], minlength=people)
    return Guesses(record[stays], ragged.offsets_of(counts))


def _marks(by: By, clues: Points, released: Cells, person: Ints, record: Ints) -> Floats | Ints:
    """Give for each pair how little it stands out."""
    if by == "lot":
        return np.zeros(len(person))
    if by == "centred":
        return _off_centre(clues, released, person, record)
    sign = 1 if by in ("finest", "fewest_boxes") else -1
    by_number = by in ("most_boxes", "fewest_boxes")
    return sign * (released.lengths if by_number else _volumes(released))[record]


def _volumes(cells: Cells) -> Floats:
    """Add up how long each box is times how wide and high."""
    long = (cells.end - cells.start).astype(np.float64)
    wide = cells.east - cells.west + cells.north - cells.south + 1
    return np.add.reduceat(long * wide, cells.offsets[:-1])


def _off_centre(clues: Points, cells: Cells, person: Ints, record: Ints) -> Floats:
    """Give how far from the middle of their boxes somebody's points lie, on average.

    In shares of the box, from 0 to 1/2 for each of north and time.
    """
    found = np.empty(len(person))
    for start in range(0, len(person), _PAIRS_AT_ONCE):
        some = slice(start, start + _PAIRS_AT_ONCE)
        points, held = _those_of(clues, person[some]), cells.take(record[some])
        box = box_of(held.boxes(), points)
        high, long = held.north - held.south + 1, held.end - held.start
        north = np.abs((points.lat - held.south[box]) / high[box] - 0.5)
        late = np.abs((points.t - held.start[box]) / long[box] - 0.5)
        found[some] = np.add.reduceat(north + late, points.offsets[:-1]) / np.diff(points.offsets)
    return found


def _those_of(points: Points, people: Ints) -> Points:
    """Give the points of some people, again where somebody comes again."""
    rows = ragged.rows_of(points.offsets, people)
    offsets = ragged.offsets_of(np.diff(points.offsets)[people])
    return Points(points.t[rows], points.lat[rows], points.lon[rows], offsets)
