"""Attacks put to the test: on a release, on the raw data, and on people who are not in it.

Knowledge is taken from the original, then handed over without the names it belongs to: the attack
sees clues and a release, never the original beside it, and what it answers is scored elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from wayveil import progress
from wayveil.attempt import answers, attempt, knowledge
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.door import pass_door
from wayveil.errors import InputError
from wayveil.joined import joined
from wayveil.kinds import Attack, Draft, Guesses
from wayveil.record import Origin, Record
from wayveil.run import origin_of
from wayveil.score import Rate, Score
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots
from wayveil.walk import unit_of


@dataclass(frozen=True)
class Trial:
    """How an attack did on a release, and the two things that this must be compared with.

    `raw` is the same attack on the data as it was, under fresh ids; `false_matches` the share of
    those withheld from the release of whom it says something all the same; of nobody where it
    starts from somebody's own record, since they have none. Of `left_out` targets too little is
    known to ask.
    """

    attack: Attack
    release: Score
    raw: Score
    false_matches: Rate | None
    left_out: int

    def remarks(self) -> Iterator[str]:
        """Say in sentences of whom nothing was said, and what else there is to tell."""
        if self.release.abstained:
            yield f"Of {self.release.abstained:,} it said nothing."
        if self.left_out:
            yield f"Of {self.left_out:,} more too little is known to ask."
        yield from self.release.remarks()

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        return {
            **self.attack.as_json(),
            "risk": self.attack.risk,
            "target": self.attack.target,
            "targets": self.release.success.n,
            "left_out": self.left_out,
            **self.release.as_json(),
            "raw": self.raw.as_json(),
            "control": self.false_matches.as_json() if self.false_matches else None,
        }


def attack(
    original: Trajectories,
    released: Tracks,
    attack: str | Mapping[str, Any] | Attack,
    *,
    record: Record | None = None,
    control: Trajectories | None = None,
    seed: int | None = None,
    **params: Any,
) -> Trial:
    """Attack a release with knowledge of its original; the record says what would be right.

    `control` holds people who are not in the release: whatever is said of them is wrong.
    """
    part = Attack.chosen(attack, params)
    unit_of(original, part.target)
    origin = origin_of(original, released, record)
    if origin is None:
        raise InputError(
            "it is not known which released trajectory comes from which.",
            "Add --record FILE; or attack releases whose ids are the original's.",
        )
    if not isinstance(released, part.about):
        raise InputError(
            f"{part.name} attacks {part.about.shape}, and this release is {released.shape}."
        )
    rng = Chance.fresh() if seed is None else Chance.seeded(seed)
    progress.stage("gathering knowledge")
    known = knowledge(part, original, rng)
    on_release = attempt(part, known, original, released, origin, rng)
    on_raw = attempt(part, known, original, *raw(part, original, rng), rng)
    other = None if part.item == "place" else control
    false = None if other is None else _false_matches(part, other, released, rng)
    return Trial(part, on_release, on_raw, false, known.left_out)


def as_released(original: Trajectories, rng: Chance) -> tuple[Trajectories, Origin]:
    """Give the raw data as if published: fresh ids in a new order, owners still linked."""
    lot = rng.spawn("raw")
    everyone = Origin.one_each(np.arange(len(original)))
    released, origin = pass_door(Draft(original, everyone), lot)
    alias = lot.spawn("owners").permutation(int(original.owner.max()) + 1)
    owner = alias[original.owner[origin.sources]].astype(np.int32)
    return replace(released, owner=owner), origin


def raw(part: Attack, original: Trajectories, rng: Chance) -> tuple[Tracks, Origin]:
    """Give the raw data in the shape that an attack is about."""
    return as_boxes(original, rng) if part.about is Cells else as_released(original, rng)


def as_boxes(original: Trajectories, rng: Chance) -> tuple[Cells, Origin]:
    """Give the raw data as if published as the finest boxes, one record a person."""
    people = joined(original)
    boxes = Slots.over(original, metres=100, seconds=60).boxed(people.data)
    everyone = people.origin(np.arange(len(boxes)))
    return pass_door(Draft(boxes, everyone), rng.spawn("raw"))


def _false_matches(part: Attack, control: Trajectories, released: Tracks, rng: Chance) -> Rate:
    """Say of what share of those who are not in the release something is said."""
    unit_of(control, part.target)
    aside = rng.spawn("control")
    guesses = answers(part, knowledge(part, control, aside), released, aside)
    assert isinstance(guesses, Guesses)
    return Rate.of((np.diff(guesses.offsets) > 0).astype(np.float64))
