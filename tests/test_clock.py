from __future__ import annotations

import pytest

from wayveil import clock


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0021, "2 ms"), (7.26, "7.3 s"), (75, "1 min 15 s"), (3600, "1 h 0 min"), (59.96, "60.0 s")],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert clock.duration(seconds) == words


def test_days_are_named_in_utc_also_at_the_ends_of_time() -> None:
    assert clock.day(0) == "1970-01-01"
    assert clock.day(-1) == "1969-12-31"
    assert clock.day(clock.EARLIEST_MS) == "0001-01-01"
    assert clock.day(clock.LATEST_MS) == "9999-12-31"


def test_seconds_become_whole_milliseconds() -> None:
    assert clock.milliseconds(1.2346) == 1235
