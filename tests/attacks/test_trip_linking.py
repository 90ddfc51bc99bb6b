from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns
from tests.reference import attacks as reference
from wayveil.attacks.trip_linking import TripLinking
from wayveil.chance import Chance
from wayveil.shapes import Trajectories

MINUTE = 60_000


@settings(deadline=None, max_examples=60)
@given(towns(), st.sampled_from([30, 300]), st.sampled_from([50, 1000]))
def test_the_nearest_of_the_next_trips_is_named(data: Trajectories, wait: int, reach: int) -> None:
    attack = TripLinking(wait=wait, reach=reach)
    known = attack.knows(data, Chance.seeded(1))
    names, trips = np.unique(data.owner, return_counts=True)
    assert known.about.tolist() == names[trips > 1].tolist()
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    first = data.offsets[:-1]
    starts = list(zip(data.lat[first], data.lon[first], data.t[first], strict=True))
    for i, clue in enumerate(zip(*known.clues, strict=True)):
        *end, t = clue
        away = {
            trip: reference.away(end, place)
            for trip, (*place, begins) in enumerate(starts)
            if t < begins <= t + wait * 1000
        }
        near = {trip: metres for trip, metres in away.items() if metres <= reach}
        least = min(near.values(), default=0.0)
        expected = {trip for trip, metres in near.items() if metres <= least + 0.2}
        answer = set(guesses.items[guesses.offsets[i] : guesses.offsets[i + 1]].tolist())
        assert answer <= expected
        assert bool(answer) == bool(near)


def test_worked_by_hand() -> None:
    """One drives on from where they parked; the other's next trip begins too far off."""
    parked, away, far = (48.2, 16.4), (48.3, 16.4), (48.4, 16.4)
    data = table(
        [
            [(0, *away), (MINUTE, *parked)],
            [(20 * MINUTE, *parked), (30 * MINUTE, *away)],
            [(0, *away), (MINUTE, *far)],
            [(90 * MINUTE, *far), (95 * MINUTE, *away)],
        ],
        [0, 0, 1, 1],
    )
    attack = TripLinking()
    known = attack.knows(data, Chance.seeded(1))
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    assert known.about.tolist() == [0, 1]
    assert (guesses.items.tolist(), guesses.offsets.tolist()) == ([1], [0, 1, 1])
    later = TripLinking(wait=2 * 3600).guess(known.clues, data, Chance.seeded(1))
    assert (later.items.tolist(), later.offsets.tolist()) == ([1, 3], [0, 1, 2])


def test_whoever_made_one_trip_is_left_out() -> None:
    data = table([[(0, 48.2, 16.4)], [(0, 48.2, 16.4)], [(9, 48.2, 16.4)]], [0, 1, 1])
    known = TripLinking().knows(data, Chance.seeded(1))
    assert (known.about.tolist(), known.left_out) == ([1], 1)
