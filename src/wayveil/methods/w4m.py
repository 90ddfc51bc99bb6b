"""Wait for Me: people who go nearly the same way wait for one another, and go together."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil.chance import Chance
from wayveil.clusterings._gathering import check_feasible
from wayveil.errors import Infeasible
from wayveil.flat import flat
from wayveil.joined import Joined, joined
from wayveil.kernels import waiting
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.methods._editing import Editor
from wayveil.methods._pivots import grouped
from wayveil.parallel import in_parallel, processors
from wayveil.part import K, KmPerHour, Metres, Seconds
from wayveil.record import Tally
from wayveil.shapes import Trajectories

_KMH_PER_MPS = 3.6


class WaitForMe(Anonymizer):
    """Move k people's points into one cylinder of diameter δ, at the times of one of them.

    (Abul, Bonchi, Nanni 2010, W4M with the linear spatio-temporal distance, as compared with in
    paper 004, IV-B.) All trips of a person are joined first. A pivot gathers the k - 1 nearest
    who are free, within a radius that grows until few enough are left out (trash); the next pivot
    is whoever is farthest from those before. Then each member's samples are matched with the
    pivot's, in order, so that the fewest are left over, and of such matches the one that moves
    them least. Matched samples get the pivot's time and are drawn in to δ / 2 of the pivot's
    place; unmatched ones are deleted; and where the pivot has one more, one is created where the
    person was under way at that moment, going straight on at constant speed, and drawn in too.

    What paper 004 does not say of W4M we decided. The distance is the mean, over all samples of
    both, of how far the other was at that moment (before their first and after their last sample
    they wait there, which counts as `speed` says); infinite, where no two samples lie within
    `patience`. All who are free are compared. The first radius is what 200 people need, but for
    the trash; it grows by a half or more. The first pivot is drawn by lot. Pivots are published as
    they are: about 1 in k people have all of their real points published, many others some. With
    δ > 0 this is not k-anonymity, and the data are not true: count what was moved and made up.
    """

    k: K = 3
    """Fewest people (or trajectories) who move together."""

    delta: Metres = 1000
    """Diameter δ of the cylinder in which they do."""

    trash: Annotated[float, Field(ge=0, lt=1)] = 0.1
    """Largest share of people (or trajectories) that may be left out."""

    patience: Seconds = 3600
    """Longest time by which a sample may be moved; else it is deleted, and another created."""

    speed: KmPerHour = 3.6
    """What waiting counts as: an hour is as bad as being so many kilometres away."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise company within δ, k copies if it is 0; measure who is found all the same."""
        attack = {"name": "own_end", "params": {"unit": "user"}}
        alike = [] if self.delta else [Claim.named("k_anonymous", k=self.k, real_points=True)]
        return (
            Claim.named("k_delta_anonymous", k=self.k, delta=self.delta),
            *alike,
            Claim.named("attack_success", attack=attack),
        )

    @property
    def editor(self) -> Editor:
        """What edits the members of a group."""
        return Editor(self.delta, self.patience, self.speed / _KMH_PER_MPS)

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Join, group around pivots, and edit."""
        check_feasible(data, self.k)
        people = joined(data)
        pivot = self._pivots(people.data, rng)
        members = np.flatnonzero(pivot >= 0)
        edited = self.editor.edit(people.data, members, pivot[members])
        kept = int((edited.own >= 0).sum())
        deleted = int(people.data.lengths[members].sum()) - kept
        removed = _trash(people, pivot) + Tally.of("no counterpart at the pivot", 0, deleted)
        return Draft(edited.data, people.origin(members), removed, edited.edits)

    def _pivots(self, people: Trajectories, rng: Chance) -> Ints:
        """Give each person's pivot, -1 for the trash; refuse if that would be too many."""
        paths, speed = flat(people), self.speed / _KMH_PER_MPS

        def row(one: int, others: Ints) -> Floats:
            def some(part: Ints) -> Floats:
                out = np.empty(len(part))
                waiting.row(paths, one, part, speed, self.patience, out)
                return out

            return np.concatenate(in_parallel(some, np.array_split(others, processors())))

        allowed = int(self.trash * len(people))
        found = grouped(row, len(people), self.k, allowed, rng)
        if found.left_out > allowed:
            who = "users" if people.has_owners else "trajectories"
            raise Infeasible(
                f"{found.left_out:,} of {len(people):,} {who} have no company of "
                f"k - 1 = {self.k - 1} others who were seen within {self.patience:,g} s of them; "
                f"{allowed:,} may be left out.",
                "Ask for a smaller k, more --patience, or a larger share of --trash.",
            )
        return found.pivot


def _trash(people: Joined, pivot: Ints) -> Tally:
    gone = np.flatnonzero(pivot < 0)
    trips = int(np.diff(people.offsets)[gone].sum())
    return Tally.of("too far from k - 1 others", trips, int(people.data.lengths[gone].sum()))
