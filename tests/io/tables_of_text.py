"""Small tables as text, and what reading them says."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from wayveil.errors import UserError
from wayveil.io import Loaded, Understanding, load

HEADER = "trajectory_id,timestamp,lat,lon"
#: Values that must never turn up in a message.
ID, LAT, LON, TIME = "poison-id", "48.123456", "11.654321", "2008-06-08 07:14:47"
ROW = f"{ID},{TIME},{LAT},{LON}"
POISON = (ID, LAT, LON, TIME, "48,123456", "123456", "654321", "07:14")


def loaded(text: str | bytes, **how: Any) -> Loaded:
    """Read text as a stream."""
    raw = text.encode() if isinstance(text, str) else text
    return load(BytesIO(raw), Understanding(**how))


def refused(source: Any, **how: Any) -> str:
    """Give the message with which a source is refused; it must be free of values."""
    source = BytesIO(source.encode()) if isinstance(source, str) else source
    source = BytesIO(source) if isinstance(source, bytes) else source
    with pytest.raises(UserError) as caught:
        load(source, Understanding(**how))
    error: BaseException | None = caught.value
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    message = str(error)
    assert not [value for value in POISON if value in message], "a value is in the message"
    return message


#: Bad text, flags, what the message must say, good text.
Case = tuple[str | bytes, dict[str, Any], list[str], str | bytes]


def refused_and_its_neighbour_read(case: Case) -> None:
    """Assert what a case says; the good one has two rows at most."""
    bad, how, said, good = case
    message = refused(bad, **how)
    for words in said:
        assert words in message
    assert loaded(good).data.n_points <= 2
