"""What distances must do."""

from __future__ import annotations

import numpy as np

from wayveil.contract.tables import local
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories

_FEW = 12


def _matrix(distance: Distance, table: Trajectories) -> Floats:
    prepared, everyone = distance.prepare(table), np.arange(len(table))
    out = np.full((len(table), len(table)), -1.0)
    for i in everyone:
        distance.row(prepared, int(i), everyone, out[i])
    return out


def leaves_its_input_alone(part: type[Distance]) -> None:
    """It changes nothing and prints nothing."""
    for table in local():
        with untouched(table), silence():
            _matrix(part.example(), table.take(np.arange(min(_FEW, len(table)))))


def is_the_same_both_ways(part: type[Distance]) -> None:
    """From a to b is as far as from b to a, from a to a it is nothing, and never less."""
    for distance in variants(part):
        for table in local():
            matrix = _matrix(distance, table.take(np.arange(min(_FEW, len(table)))))
            must((matrix >= 0).all(), "a distance is negative or no number")
            must((np.diag(matrix) < 1e-6).all(), "a trajectory is far from itself")
            finite = np.isfinite(matrix)
            must((finite == finite.T).all(), "it connects one way only")
            gap = np.abs(np.where(finite, matrix, 0) - np.where(finite, matrix, 0).T)
            must((gap < 1e-6).all(), "it differs by the direction")


def depends_on_its_basis_alone(part: type[Distance]) -> None:
    """A pair is as far apart whatever other candidates are asked for, in whatever order."""
    table = local()[0]
    for distance in variants(part):
        prepared = distance.prepare(table)
        some = np.random.default_rng(1).permutation(len(table))[:_FEW]
        whole, part_of_it = np.empty(len(table)), np.empty(_FEW)
        distance.row(prepared, 3, np.arange(len(table)), whole)
        distance.row(prepared, 3, some, part_of_it)
        must(np.array_equal(whole[some], part_of_it), "a distance depends on the other candidates")
