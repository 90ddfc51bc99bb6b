"""What parts of every kind must do."""

from __future__ import annotations

import json
import pickle
from typing import Any

from pydantic import ValidationError

from wayveil.contract.tools import must, variants
from wayveil.errors import ParameterError
from wayveil.part import Part

_POISON = "poison-48.123456"


def is_named_as_its_file(part: type[Part]) -> None:
    """The file's name is the part's name, in the recipe and everywhere."""
    must(part.name == part.__module__.rpartition(".")[2], "its name is not its file's name")


def says_what_it_does(part: type[Part]) -> None:
    """The docstring begins with a sentence."""
    words = part.sentence().split()
    must(len(words) >= 3 and words[-1].endswith((".", ")")), "its docstring has no first sentence")


def explains_its_fields(part: type[Part]) -> None:
    """Every field has a sentence and, if it is a number, a bound."""
    for name, about in part.model_fields.items():
        must(about.description, f"its field {name} is not explained")
        bounded = any(hasattr(mark, "ge") or hasattr(mark, "gt") for mark in about.metadata)
        must(
            bounded or about.annotation not in (int, float), f"its field {name} has no lower bound"
        )


def shows_an_example(part: type[Part]) -> None:
    """It can be made without parameters, or its `example` says how it is made."""
    try:
        made = part.example()
    except ParameterError:
        made = None
    must(isinstance(made, part), "it cannot be made without parameters, and shows no example")


def only_remembers(part: type[Part]) -> None:
    """Its parameters cannot be changed once it is made."""
    made = part.example()
    for name in part.model_fields:
        try:
            setattr(made, name, getattr(made, name))
        except (ValidationError, AttributeError):
            continue
        must(False, f"its field {name} can be changed")


def survives_a_recipe(part: type[Part]) -> None:
    """Written to JSON and read back, it is the same part."""
    for made in variants(part):
        again = part.kind().read(json.loads(json.dumps(made.as_json())))
        must(again == made, "read back from its recipe it is another part")


def survives_pickling(part: type[Part]) -> None:
    """It can be sent to another process."""
    for made in variants(part):
        must(pickle.loads(pickle.dumps(made)) == made, "pickled and read back it differs")  # noqa: S301


def keeps_bad_values_to_itself(part: type[Part]) -> None:
    """Its errors do not repeat what they were given."""
    wrong: dict[str, Any] = {name: {"x": _POISON} for name in part.model_fields}
    for params in (wrong, {"no_such_parameter": _POISON}):
        if not params:
            continue
        try:
            part(**params)
        except ParameterError as error:
            must(_POISON not in str(error), "its error repeats a value")
        else:
            must(False, "it accepts parameters that make no sense")
