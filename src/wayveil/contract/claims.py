"""What claims must do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from wayveil.analysis import analyze
from wayveil.cells import Cells
from wayveil.contract.tables import crowded, everything, ordinary
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.counts import Counts
from wayveil.kinds import Answer, Claim, Grade
from wayveil.model import Model
from wayveil.release import Release
from wayveil.run import anonymize
from wayveil.shapes import Shape, Trajectories


def names_its_adversary(part: type[Claim]) -> None:
    """It says how good its evidence is, against whom it holds, and who can check it."""
    for claim in variants(part):
        must(claim.grade in get_args(Grade), "its grade is none of the four")
        told = claim.adversary and claim.checkable_by
        must(told, "it names no adversary, or nobody who can check it")


def promises_in_a_sentence(part: type[Claim]) -> None:
    """The promise is a sentence for both units."""
    for claim in variants(part):
        for unit in ("trajectory", "user"):
            must(claim.promise(unit).endswith("."), "its promise is not a sentence")


def judges_any_table(part: type[Claim]) -> None:
    """It gives a verdict on every table, released or not, and changes nothing."""
    for claim in variants(part):
        for table in _tables(part.about):
            with untouched(table), silence():
                verdict = claim.check(table)
            must(verdict.answer in get_args(Answer), "its answer is none of the four")
            json.dumps(vars(verdict))


def is_not_talked_round(part: type[Claim]) -> None:
    """What is broken by itself is not made good by more papers, and papers lead to an answer."""
    release, original = _release(part.about), _original(part.about)
    for claim in variants(part):
        alone = claim.check(release.data).answer
        full = claim.check(release.data, release.record, original).answer
        must(full in ("yes", "no"), "with record and original it still does not answer")
        must(alone != "no" or full == "no", "more papers turned its no into a yes")
        must(alone != "yes" or full == "yes", "more papers turned its yes into a no")


#: The analysis whose release shows a shape that analyses make.
_ANALYSES: Final[Mapping[type[Shape], str]] = {Counts: "tile_counts", Model: "markov_model"}


def _original(about: type[Shape]) -> Trajectories:
    return crowded() if about in _ANALYSES else ordinary()


def _release(about: type[Shape]) -> Release[Any]:
    """Release an ordinary table in the shape that a claim is about."""
    if about is Cells:
        return anonymize(_original(about), "kmerge_groups", seed=1)
    if about in _ANALYSES:
        made = analyze(_original(about), _ANALYSES[about], seed=1)
        assert isinstance(made, Release)
        return made
    return anonymize(_original(about), "simple_generalization", seed=1)


def _tables(about: type[Shape]) -> list[Shape]:
    """Give data of the shape that a claim is about."""
    return [*everything()] if about is Trajectories else [_release(about).data]
