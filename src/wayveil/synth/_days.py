"""Days: who makes how many trips on which day, when, and from where to where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.synth._people import HOME, LETTERS, ODD, People
from wayveil.synth._places import JOB, Places
from wayveil.synth._streets import Streets

#: Days by their number of trips: where to (a letter) and at what hour.
WORKDAYS: Final = (
    ("W8.0", "S17.5"),
    ("W8.0 H17.6", "W8.2 H17.9", "W8.4 H18.5", "L10.5 H13.0"),
    ("W8.0 S17.5 H18.3", "W8.2 L18.0 H21.0", "O7.8 W9.3 H17.7", "W8.1 T17.8 H18.8"),
    ("W8.0 U13.0 W13.8 H17.7", "W8.0 H17.4 S18.5 H19.3", "W8.2 H18.0 L20.3 H22.6"),
    ("W8.0 U13.1 W13.9 S17.8 H18.5", "W8.2 U13.0 W13.8 M18.3 H21.5"),
    ("W7.9 U13.0 W13.8 H17.5 L20.0 H22.5", "W8.0 U12.9 W13.7 H17.3 S18.2 H19.0"),
)
WEEKENDS: Final = (
    ("S11.0", "M16.0"),
    ("S11.0 H12.3", "L15.5 H18.5", "O11.5 H16.0", "M20.5 H23.0", "W9.0 H15.0"),
    ("S11.0 L13.0 H16.5", "T11.5 M16.0 H20.0", "L12.0 T16.5 H18.0"),
    ("S10.5 H11.8 L16.0 H19.5", "T11.5 H13.3 M20.5 H23.2", "S10.3 H11.5 O15.0 H18.0"),
    ("S10.3 H11.4 T15.5 M18.0 H21.0", "T11.0 L13.0 H15.5 M20.5 H23.3"),
    ("S10.0 H11.0 L13.0 H15.5 M20.5 H23.0", "T10.5 H12.0 O15.0 H17.5 L20.0 H22.5"),
)
_LONGEST: Final = len(WORKDAYS)
_DAY_S: Final = 86_400.0


@dataclass(frozen=True)
class Trips:
    """One row a trip, person by person and in order of time; hub -1 is home."""

    owner: Ints
    planned_s: Floats
    source: Ints
    target: Ints

    def __len__(self) -> int:
        return len(self.owner)


@dataclass(frozen=True)
class _Days:
    """One row a day on which somebody is out: who, which day, how many trips."""

    owner: Ints
    day: Ints
    trips: Ints


def trips(
    n: int, days: int, people: People, streets: Streets, places: Places, rng: np.random.Generator
) -> Trips:
    """Plan n trips, at least one a person."""
    out = _outings(n, days, len(people), rng)
    row = np.repeat(np.arange(len(out.owner)), out.trips)
    step = np.arange(n) - ragged.offsets_of(out.trips)[row]
    letter, hour = _planned(out, people, row, step, rng)
    owner = out.owner[row]
    target = people.keeps[owner, letter]
    odd = letter == ODD
    target[odd] = places.chosen_near(streets, people.home[owner[odd]], JOB, 2_500, rng)
    # The odd place may be where one works, and then the way from there leads to a shop instead.
    again = target == np.where(step == 0, -1, np.roll(target, 1))
    target[again] = people.keeps[owner[again], LETTERS.index("S")]
    source = np.where(step == 0, -1, np.roll(target, 1))
    return Trips(owner, (out.day[row] * 24 + hour) * 3_600, source, target)


def _outings(n: int, days: int, users: int, rng: np.random.Generator) -> _Days:
    """Spread n trips over people, and each one's over some of the days."""
    active = rng.gamma(6.0, 1.0, users)
    quota = 1 + rng.multinomial(n - users, active / active.sum())
    wanted = (quota / rng.uniform(2.0, 3.6, users)).astype(np.int64)
    out = _chosen_days(np.clip(wanted, 1, days), days, rng)
    base = np.minimum(2, quota // out.trips)
    offsets = ragged.offsets_of(out.trips)
    left = quota - base * out.trips
    person = np.repeat(np.arange(users), left)
    lucky = offsets[person] + (rng.random(len(person)) * out.trips[person]).astype(np.int64)
    count = np.repeat(base, out.trips) + np.bincount(lucky, minlength=offsets[-1])
    return _Days(out.owner, out.day, count)


def _chosen_days(wanted: Ints, days: int, rng: np.random.Generator) -> _Days:
    """Choose that many of the days for each person, every set of days as likely as any other."""
    left, owners, chosen = wanted.copy(), [], []
    for day in range(days):
        out = np.flatnonzero(rng.random(len(left)) * (days - day) < left)
        left[out] -= 1
        owners.append(out)
        chosen.append(np.full(len(out), day))
    owner, day_of = np.concatenate(owners), np.concatenate(chosen)
    order = np.argsort(owner, kind="stable")
    return _Days(owner[order], day_of[order], wanted)


def _planned(
    out: _Days, people: People, row: Ints, step: Ints, rng: np.random.Generator
) -> tuple[Ints, Floats]:
    """Look up where each trip goes, and at what hour; habits shift it, and so does chance."""
    free = (out.day % 7 >= 5) | ~people.works[out.owner]
    plan = _plans_of(out, free, rng)[row]
    letters, hours = _tables()
    letter, hour = letters[plan, step % _LONGEST], hours[plan, step % _LONGEST]
    busy = out.trips[row] > _LONGEST
    hour = np.where(busy, 6.5 + 16 * step / out.trips[row], hour)
    habit = people.shift_hours[out.owner] + rng.normal(0, 0.2, len(out.owner))
    shifted = hour + habit[row] + rng.normal(0, 0.15, len(row)) * np.where(free[row], 4, 1)
    return letter, np.clip(shifted, 4.0, 24.5)


def _plans_of(out: _Days, free: Mask, rng: np.random.Generator) -> Ints:
    """Draw one of the plans that have as many trips as the day needs."""
    sizes = np.array([len(plans) for plans in WORKDAYS + WEEKENDS])
    group = np.minimum(out.trips, _LONGEST) - 1 + _LONGEST * free
    drawn = (rng.random(len(group)) * sizes[group]).astype(np.int64)
    chosen: Ints = ragged.offsets_of(sizes)[group] + drawn
    return chosen


def _tables() -> tuple[Ints, Floats]:
    """Give the letters and the hours of every plan, a row each."""
    plans = [plan.split() for plans in WORKDAYS + WEEKENDS for plan in plans]
    letters = np.full((len(plans), _LONGEST), HOME)
    hours = np.zeros((len(plans), _LONGEST))
    for i, plan in enumerate(plans):
        letters[i, : len(plan)] = [LETTERS.index(stop[0]) for stop in plan]
        hours[i, : len(plan)] = [float(stop[1:]) for stop in plan]
    return letters, hours
