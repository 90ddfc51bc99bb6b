"""Tests of the tests: each check of the contract catches the fault that is planted for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.planted import parts
from wayveil.contract import (
    attacks,
    claims,
    every,
    filters,
    measures,
    methods,
    synth,
    tessellations,
)
from wayveil.contract.tables import odd, ordinary
from wayveil.errors import WayveilError
from wayveil.part import Part

PLANTED: list[tuple[type[Part], Callable[[Any], None], str]] = [
    (parts.Misnamed, every.is_named_as_its_file, "name"),
    (parts.Mute, every.says_what_it_does, "no first sentence"),
    (parts.Unexplained, every.explains_its_fields, "depth is not explained"),
    (parts.Tattler, every.keeps_bad_values_to_itself, "repeats a value"),
    (parts.Mover, filters.never_moves_a_point, "not in its input"),
    (parts.Silent, filters.tallies_what_it_drops, "tally"),
    (parts.Meddler, filters.leaves_its_input_alone, "changed what it was given"),
    (parts.Anchored, tessellations.depends_on_no_data, "depend on the data"),
    (parts.Torn, tessellations.is_seamless, "tears"),
    (parts.OffCentre, tessellations.knows_its_centres, "centre"),
    (parts.Inflated, tessellations.outlines_its_cells, "disagree"),
    (parts.Lonely, methods.holds_its_claims, "does not hold what it promises"),
    (parts.Careless, methods.depends_on_chance_alone, "differ"),
    (parts.Talker, methods.leaves_its_input_alone, "printed"),
    (parts.Forgetful, methods.releases_an_ordinary_table, "1 trajectories are missing"),
    (parts.Orphaned, methods.handles_odd_tables, "without saying where"),
    (parts.Moody, methods.promises_from_parameters_alone, "promises differ"),
    (parts.Guesser, measures.reads_one_number, "two readings"),
    (parts.Unitless, measures.reads_one_number, "two readings|no value"),
    (parts.Peeking, attacks.guesses_from_its_clues_alone, "more than clues"),
    (parts.Clairvoyant, attacks.guesses_from_its_clues_alone, "more than clues"),
    (parts.Positional, attacks.finds_nothing_where_nothing_is_told, "does not tell"),
    (parts.Fickle, attacks.depends_on_chance_alone, "differ"),
    (parts.Harmless, attacks.names_its_risk, "none of the three"),
    (parts.Nosy, attacks.knows_something_of_an_ordinary_table, "twice"),
    (parts.Unitless, measures.copes_with_odd_releases, "not finite"),
    (parts.Flatterer, measures.reads_what_it_says_of_the_original_itself, "does not read"),
    (parts.Blind, measures.works_without_an_origin, "no value"),
    (parts.Boaster, measures.has_an_example_that_holds, "does not give"),
    (parts.Taciturn, measures.has_an_example_that_holds, "no example"),
    (parts.Gullible, claims.is_not_talked_round, "turned its no into a yes"),
    (parts.Vague, claims.names_its_adversary, "no adversary"),
    (parts.Vague, claims.promises_in_a_sentence, "not a sentence"),
    (parts.Restless, synth.depends_on_chance_alone, "differ"),
    (parts.Restless, synth.stays_on_earth, "nobody owns"),
]


@pytest.fixture(autouse=True)
def fresh_tables() -> None:
    """Some of these parts spoil the tables they are given."""
    ordinary.cache_clear()
    odd.cache_clear()


@pytest.mark.parametrize(
    ("part", "check", "told"), PLANTED, ids=[f"{p.__name__}-{c.__name__}" for p, c, _ in PLANTED]
)
def test_the_check_catches_it(part: type[Part], check: Callable[[Any], None], told: str) -> None:
    with pytest.raises(WayveilError, match=told):
        check(part)
