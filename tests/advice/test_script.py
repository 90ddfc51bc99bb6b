"""A script says the recipe again, in Python."""

from __future__ import annotations

import ast

from wayveil.advice.script import script
from wayveil.recipe import AnalysisRecipe, AnonymizeRecipe


def calls(text: str) -> dict[str, list[object]]:
    """Give the constant arguments of each call, by the name of what is called."""
    found: dict[str, list[object]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            values = [*node.args, *(word.value for word in node.keywords)]
            found[node.func.attr] = [ast.literal_eval(v) for v in values if _constant(v)]
    return found


def _constant(node: ast.expr) -> bool:
    return not isinstance(node, ast.Name)


def test_everything_that_a_recipe_states_is_in_it() -> None:
    stated = {
        "input": "it's.csv", "output": "out.csv", "record": "r.json", "unit": "trajectory",
        "method": "microaggregation", "columns": {"lat": "y"}, "tz": "Europe/Vienna",
    }  # fmt: skip
    text = script(AnonymizeRecipe.of(stated), "Why.", "csv")
    assert ast.get_docstring(ast.parse(text)) == "Why."
    assert calls(text) == {
        "read": ["it's.csv", {"lat": "y"}, "Europe/Vienna", "csv"],
        "anonymize": ["trajectory"],
        "write": ["out.csv", "r.json"],
    }


def test_counts_are_analyzed() -> None:
    stated = {"input": "a.csv", "output": "b.geojson", "unit": "user", "method": "od_matrix"}
    found = calls(script(AnalysisRecipe.of(stated), "Why."))
    assert found == {"read": ["a.csv"], "analyze": ["user"], "write": ["b.geojson"]}
