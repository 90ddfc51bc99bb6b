"""What analyses must do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from wayveil.analysis import analyze
from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.contract.tables import crowded, everything, odd
from wayveil.contract.tools import drawn_areas, must, silence, untouched, variants
from wayveil.counts import Counts
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Analysis, Outcome, Unit
from wayveil.release import Release
from wayveil.shapes import Findings, Trajectories

_UNITS: tuple[Unit, ...] = ("trajectory", "user")


def _made(
    part: type[Analysis], tables: list[Trajectories]
) -> Iterator[tuple[Trajectories, Release[Any] | Findings]]:
    """Analyze every table under every variant and unit; some hold too few, and say so."""
    for analysis in variants(part):
        for table in tables:
            for unit in _UNITS:
                try:
                    yield table, analyze(table, analysis, unit=unit, seed=1)
                except Infeasible:
                    continue


def leaves_its_input_alone(part: type[Analysis]) -> None:
    """It changes nothing and prints nothing."""
    for analysis in variants(part):
        with untouched(crowded()), silence():
            analysis(crowded(), Chance.seeded(1))


def handles_odd_tables(part: type[Analysis]) -> None:
    """Every odd table is analyzed, or refused as infeasible; nothing else happens."""
    for _, made in _made(part, list(odd().values())):
        must(isinstance(made, Release | Findings), "it made neither a release nor findings")


def analyzes_a_crowded_table(part: type[Analysis]) -> None:
    """Three hundred people are enough for every analysis with its defaults."""
    must(len(list(_made(part, [crowded()]))) >= len(_UNITS), "it refuses an ordinary table")


def depends_on_chance_alone(part: type[Analysis]) -> None:
    """Equal seeds give equal results."""
    for analysis in variants(part):
        one, two = (_essence(analysis(crowded(), Chance.seeded(1))) for _ in range(2))
        must(one == two, "two runs under one seed differ")


def _essence(made: Outcome | Findings) -> object:
    return made.values if isinstance(made, Findings) else (digest(made.data), made.removed)


def holds_its_claims(part: type[Analysis]) -> None:
    """Every claim holds on every table, checked with the record and the original."""
    for table in (*everything(), crowded()):
        for original, made in _made(part, [table]):
            if isinstance(made, Release):
                checks = made.verify(original)
                must(not checks.broken and not checks.unchecked, "a claim does not hold")


def loses_nothing(part: type[Analysis]) -> None:
    """Every location, and every trip, is counted in exactly one cell, or is in the tally."""
    for table, made in _made(part, [*everything(), crowded()]):
        if isinstance(made, Release) and isinstance(made.data, Counts) and made.record:
            gone = made.record.removed
            whole = {
                "locations": (table.n_points, gone.points),
                "trips": (len(table), gone.trajectories),
            }
            there, left_out = whole.get(made.data.of, (None, 0))
            counted = int(made.data.amount.sum()) + left_out
            must(there in (None, counted), "what it counts and what it tallies are not all")


def states_true_areas(part: type[Analysis]) -> None:
    """The area of a cell is that of its outlines on the sphere."""
    for _, made in _made(part, [crowded()]):
        if isinstance(made, Release) and isinstance(made.data, Counts) and not made.data.pairs:
            assert made.data.area is not None
            true = _drawn(made.data)
            must((np.abs(made.data.area / true - 1) < 0.02).all(), "an area is not a true one")


def _drawn(counts: Counts) -> Floats:
    """Give the area of each row's outlines."""
    each = drawn_areas(counts.tiles.outlines)
    area: Floats = np.add.reduceat(each[counts.tile], counts.offsets[:-1])
    return area


def promises_from_parameters_alone(part: type[Analysis]) -> None:
    """Equal parameters give equal promises, before any data is seen."""
    for analysis in variants(part):
        again = type(analysis)(**{name: getattr(analysis, name) for name in part.model_fields})
        must(analysis.claims() == again.claims(), "its promises differ between equal parts")
