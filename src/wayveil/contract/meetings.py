"""What meetings must do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil.contract.tables import busy, everything
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kinds import Groups, Meeting


def leaves_its_input_alone(part: type[Meeting]) -> None:
    """It changes nothing and prints nothing."""
    for table in everything():
        with untouched(table), silence():
            part.example()(table)


def gives_the_same_again(part: type[Meeting]) -> None:
    """Two calls agree, and a crowd does meet."""
    for meeting in variants(part):
        one, two = meeting(busy()), meeting(busy())
        equal = (np.array_equal(a, b) for a, b in zip(_columns(one), _columns(two), strict=True))
        must(all(equal), "two calls differ")
        must(len(one), "nobody meets in a crowd")


def brings_owners_together(part: type[Meeting]) -> None:
    """Every group has two owners or more, and nobody's trajectory twice."""
    for meeting in variants(part):
        for table in everything():
            groups = meeting(table)
            group = ragged.group_of_rows(groups.offsets)
            pairs = np.unique(np.stack([group, groups.members]), axis=1)
            must(pairs.shape[1] == len(group), "a trajectory is twice in a group")
            owners = np.unique(np.stack([group, table.owner[groups.members]]), axis=1)
            must(
                (np.bincount(owners[0], minlength=len(groups)) >= 2).all(),
                "a group has one owner",
            )


def keeps_people_apart_from_themselves(part: type[Meeting]) -> None:
    """Several trajectories of one person do not meet."""
    table = busy()
    alone = replace(table, owner=np.zeros(len(table), np.int32))
    for meeting in variants(part):
        must(not len(meeting(alone)), "somebody meets themselves")


def follows_time(part: type[Meeting]) -> None:
    """Groups come in the order of time, and who is in one has been somewhere before it."""
    for meeting in variants(part):
        for table in everything():
            groups = meeting(table)
            must((np.diff(groups.t) >= 0).all(), "time goes back from one group to the next")
            begun = table.t[table.offsets[:-1]][groups.members]
            must(
                (begun < np.repeat(groups.t, np.diff(groups.offsets))).all(),
                "somebody is in a group before they set out",
            )


def _columns(groups: Groups) -> tuple[Codes | Ints, ...]:
    return groups.members, groups.offsets, groups.t
