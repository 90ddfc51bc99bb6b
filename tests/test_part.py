from __future__ import annotations

from typing import Annotated, ClassVar

import pytest
from pydantic import Field, ValidationError

from wayveil.errors import ParameterError, UnknownPart
from wayveil.kinds import Filter, Tessellation
from wayveil.part import Metres, Part, by_default
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.tessellations.square import Square


class Nested(Filter):
    """Leave out nothing, with a part inside and a list of them. (for this test)"""

    name: ClassVar[str] = "nested"

    tiles: Tessellation = by_default("square")
    """Tiles."""

    more: tuple[Tessellation, ...] = ()
    """More tiles."""

    reach: Annotated[Metres, Field(le=9000)] = 100
    """A length."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        return data, Tally()


def test_a_nested_part_is_read_from_its_name_a_recipe_or_itself() -> None:
    recipe = {"name": "square", "params": {"size": "2km"}}
    assert Nested(tiles="square").tiles == Square()
    assert Nested(tiles=recipe).tiles == Square(size=2000)
    assert Nested(tiles=Square(size=2000)).tiles == Square(size=2000)
    assert Nested().tiles == Square()


def test_written_as_a_recipe_it_holds_its_own_fields_at_every_depth() -> None:
    made = Nested(tiles=Square(size=70), more=(Square(size=1.5),))
    assert made.as_json() == {
        "name": "nested",
        "params": {
            "tiles": {"name": "square", "params": {"size": 70}},
            "more": [{"name": "square", "params": {"size": 1.5}}],
            "reach": 100,
        },
    }
    assert made.model_dump() == made.as_json()


def test_units_are_understood() -> None:
    assert Nested(reach="0.5km").reach == 500


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"reach": -1}, "reach: should be greater than or equal to 0"),
        ({"reach": 10_000}, "reach: should be less than or equal to 9000"),
        ({"reach": float("nan")}, "reach: should be"),
        ({"reach": "far"}, "reach: not a quantity in m"),
        ({"raech": 1}, "raech: no such parameter"),
        ({"tiles": {"name": "square", "params": {"size": -5}}}, "square: size: should be"),
        ({"tiles": {"nome": "square"}}, "a tessellation is written as its name"),
        ({"tiles": 7}, "a tessellation is written as its name"),
        ({"tiles": Nested()}, "a tessellation is written as its name"),
    ],
)
def test_what_does_not_fit_is_told_by_the_field(params: dict[str, object], told: str) -> None:
    with pytest.raises(ParameterError) as error:
        Nested(**params)
    assert told in str(error.value)


def test_an_unknown_nested_part_gets_the_right_name() -> None:
    with pytest.raises(UnknownPart, match="Did you mean 'square'"):
        Nested(tiles="squares")


def test_errors_do_not_repeat_values() -> None:
    with pytest.raises(ParameterError) as error:
        Nested(reach="poison-52.5")
    assert "poison" not in str(error.value)
    assert error.value.__cause__ is None


def test_parts_cannot_be_changed_and_compare_by_value() -> None:
    with pytest.raises(ValidationError):
        Nested().reach = 3  # type: ignore[misc]
    assert Nested() == Nested()
    assert Nested() != Nested(reach=3)


def test_kinds_are_not_parts() -> None:
    assert Filter.is_kind()
    assert not Nested.is_kind()
    assert Nested.kind() is Filter
    assert Square.kind() is Tessellation
    assert not Part.is_kind()


def test_a_parts_name_is_its_files() -> None:
    assert Square.name == "square"
    assert Square.sentence().startswith("Square tiles of a given side")
