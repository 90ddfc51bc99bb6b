"""One attempt of an attack: what is known, what is answered, and how much of it is right."""

from __future__ import annotations

import numpy as np

from wayveil import progress
from wayveil.chance import Chance
from wayveil.errors import Infeasible, InternalError
from wayveil.kinds import Attack, Guesses, Knowledge, Whereabouts
from wayveil.nearness import near
from wayveil.record import Origin
from wayveil.score import Score, scored, truth
from wayveil.shapes import Tracks, Trajectories


def knowledge(part: Attack, original: Trajectories, rng: Chance) -> Knowledge:
    """Gather what the attacker knows; an error if that is nothing."""
    known = part.knows(original, rng.spawn("knowledge"))
    if not len(known.about):
        raise Infeasible(
            f"{part.name}: too little is known of each of the {known.left_out:,} targets.",
            "Let the attacker know less of each, or more finely.",
        )
    return known


def answers(part: Attack, known: Knowledge, released: Tracks, rng: Chance) -> Guesses | Whereabouts:
    """Let the attack answer: it is shown the clues and the release, and nothing else."""
    progress.stage(f"attacking: {part.name}")
    answer = part.guess(known.clues, released, rng.spawn("guess"))
    if isinstance(answer, Whereabouts):
        _must_place(part, answer, released)
    else:
        _must_name(part, answer, known, released)
    return answer


def _must_name(part: Attack, guesses: Guesses, known: Knowledge, released: Tracks) -> None:
    room = len(released) if part.item == "trajectory" else released.n_rows
    if len(guesses) != len(known.about):
        raise InternalError(f"{part.name} did not answer each of its clues.")
    if len(guesses.items) and not 0 <= guesses.items.min() <= guesses.items.max() < room:
        raise InternalError(f"{part.name} guessed something that is not in the release.")


def _must_place(part: Attack, answer: Whereabouts, released: Tracks) -> None:
    if not len(answer.lat) == len(answer.lon) == released.n_rows:
        raise InternalError(f"{part.name} did not place each released point.")
    if not (np.isfinite(answer.lat) & np.isfinite(answer.lon)).all():
        raise InternalError(f"{part.name} placed a point nowhere.")


def attempt(
    part: Attack,
    known: Knowledge,
    original: Trajectories,
    released: Tracks,
    origin: Origin,
    rng: Chance,
) -> Score:
    """Let the attack answer, and compare with the truth, which it does not see."""
    answer = answers(part, known, released, rng)
    if isinstance(answer, Whereabouts):
        assert isinstance(released, Trajectories)
        return near(answer, known.about, original, released, origin, rng.spawn("others"))
    return scored(answer, known.about, truth(part, original, released, origin))
