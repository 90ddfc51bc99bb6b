"""Undo swaps by how people move."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator

from wayveil.analyses._motion import Steadiness
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.continuations import followed, likeliest
from wayveil.kernels.swapgraph import graph_of
from wayveil.kinds import Attack, Guesses, Knowledge, Meeting, Unit
from wayveil.part import by_default
from wayveil.shapes import Trajectories


def _about_points(attack: Attack) -> Attack:
    if attack.item != "point":
        raise ValueError("should be an attack that guesses points, such as own_share or own_end")
    return attack


class Demix(Steadiness, Attack):
    """Undo swaps by how people move, and attack what comes out. (Dahne 2019, Figure 12)

    The attacker finds out from the release itself who met whom, since the certificate tells the
    meetings. Wherever people met, those who came in are matched with those who went on so that
    place, time, heading and speed fit best; that puts together, as well as can be told, who went
    where. Then the attack `then` is made on these. Two cabs that cross at a junction, each
    straight on, are told apart; two that wait side by side are not. With meetings by `partition`
    the very swaps are found; with `threshold` nearly those.
    """

    risk = "linkability"
    item = "point"

    meeting: Meeting = by_default("threshold")
    """The meetings of the release."""

    then: Annotated[Attack, AfterValidator(_about_points)] = by_default("own_end")
    """What is tried on the trajectories that are put together."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about."""
        return self.then.target

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Know what the other attack knows."""
        return self.then.knows(original, rng)

    def guess(self, clues: Any, released: Trajectories, rng: Chance) -> Guesses:
        """Put together, let the other attack guess, and say which released points are meant."""
        rows, lengths = self.undone(released)
        columns = {name: getattr(released, name)[rows] for name in ("lat", "lon", "t")}
        offsets = ragged.offsets_of(lengths)
        again = replace(released, **columns, offsets=offsets, extra=None)
        found = self.then.guess(clues, again, rng)
        assert isinstance(found, Guesses)  # as its items are points
        return Guesses(rows[found.items], found.offsets)

    def undone(self, released: Trajectories) -> tuple[Ints, Ints]:
        """Give the released points of each likely way, one way after another, and how many each."""
        groups = self.meeting(released)
        times, points = released.t, released.offsets
        graph = graph_of(groups.members, groups.offsets, groups.t, times, points)
        return followed(graph, likeliest(graph, self.motion(released)))
