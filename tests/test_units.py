from __future__ import annotations

import pytest

from wayveil.errors import ParameterError
from wayveil.units import quantity


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("900", "s", 900.0),
        ("15min", "s", 900.0),
        ("0.25 h", "s", 900.0),
        ("900s", "min", 15.0),
        ("2km", "m", 2000.0),
        ("1e3", "m", 1000.0),
        (".5 KM", "m", 500.0),
        ("10 m/s", "km/h", 36.0),
        ("100kmh", "km/h", 100.0),
        ("-3", "m", -3.0),
    ],
)
def test_quantities_are_read_in_their_unit(text: str, unit: str, value: float) -> None:
    assert quantity(text, unit) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "km", "2 parsec", "2 s", "nan", "inf", "1,5", "0x10"])
def test_other_texts_are_refused_without_repeating_them(text: str) -> None:
    with pytest.raises(ParameterError) as error:
        quantity(text, "m")
    assert "2km" in str(error.value)
    assert not text or f"'{text}'" not in str(error.value)
