"""Points of several people near each other in place and time, gathered around one of them.

Points lie in cubes of space and bins of time, bucket after bucket; whoever looks for neighbours
looks into the few buckets that can hold any.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.encounters import bucket, cube_range


class Swarm(NamedTuple):
    """Points in the order of buckets; bucket b has those from `first[b]` to `first[b + 1]`."""

    x: Floats
    y: Floats
    z: Floats
    t: Floats
    owner: Codes
    rank: Ints
    first: Ints


class Radii(NamedTuple):
    """From where to where the radii grow: metres and milliseconds."""

    near: float
    far: float
    soon: float
    late: float


class Gathered(NamedTuple):
    """The group of each point (negative: none yet), and the next of the group (-1: last)."""

    group: Ints
    next: Ints


@compiled
def buckets_of(x: Floats, y: Floats, z: Floats, t: Floats, radii: Radii, buckets: int) -> Ints:
    """Give the bucket of each point."""
    found, side = np.empty(len(x), np.int64), max(2 * radii.far, 1.0)
    span = max(2 * radii.late, 1.0)
    for p in range(len(x)):
        i, j, k = int(x[p] // side), int(y[p] // side), int(z[p] // side)
        found[p] = place_of(i, j, k, int(t[p] // span), buckets)
    return found


@compiled
def place_of(i: int, j: int, k: int, when: int, buckets: int) -> int:
    """Give the bucket of a cube in a bin of time."""
    return bucket(i, j ^ (when * 50_331_653), k, buckets)


@compiled
def growth(swarm: Swarm, p: int, q: int, radii: Radii) -> float:
    """Say how far the radii must grow, from 0 to 1, until one point reaches another; 2 if never."""
    dx, dy, dz = swarm.x[p] - swarm.x[q], swarm.y[p] - swarm.y[q], swarm.z[p] - swarm.z[q]
    apart, between = np.sqrt(dx * dx + dy * dy + dz * dz), abs(swarm.t[p] - swarm.t[q])
    if apart > radii.far or between > radii.late:
        return 2.0
    grown = 0.0
    if apart > radii.near:
        grown = (apart - radii.near) / (radii.far - radii.near)
    if between > radii.soon:
        grown = max(grown, (between - radii.soon) / (radii.late - radii.soon))
    return grown


@compiled
def near(swarm: Swarm, p: int, radii: Radii, found: Ints) -> Ints:
    """List the buckets that can hold points near p, each once."""
    used, buckets = 0, len(swarm.first) - 1
    x0, x1 = cube_range(swarm.x[p], radii.far)
    y0, y1 = cube_range(swarm.y[p], radii.far)
    z0, z1 = cube_range(swarm.z[p], radii.far)
    t0, t1 = cube_range(swarm.t[p], radii.late)
    for i in range(x0, x1 + 1):
        for j in range(y0, y1 + 1):
            for k in range(z0, z1 + 1):
                for when in range(t0, t1 + 1):
                    place = place_of(i, j, k, when, buckets)
                    if swarm.first[place + 1] > swarm.first[place] and place not in found[:used]:
                        found[used] = place
                        used += 1
    return found[:used]


@compiled
def gather(swarm: Swarm, centre: int, k: int, radii: Radii, made: Gathered, best: Ints) -> Ints:
    """Choose the points of k - 1 others that the growing radii reach first, if there are so many.

    Of those that need no growth, and of those that need as much, the first in rank come first.
    `best` is room for the best point of each owner, -1 before and after.
    """
    people, need = np.empty(64, np.int64), np.empty(64)
    count, own = 0, swarm.owner[centre]
    for place in near(swarm, centre, radii, np.empty(81, np.int64)):
        for q in range(swarm.first[place], swarm.first[place + 1]):
            who = swarm.owner[q]
            if made.group[q] >= 0 or who == own:
                continue
            grown = growth(swarm, centre, q, radii)
            if grown > 1:
                continue
            if best[who] < 0:
                if count == len(people):
                    people, need = np.append(people, people), np.append(need, need)
                best[who], people[count], need[count] = count, q, grown
                count += 1
            else:
                at = best[who]
                if grown < need[at] or (
                    grown == need[at] and swarm.rank[q] < swarm.rank[people[at]]
                ):
                    people[at], need[at] = q, grown
    for at in range(count):
        best[swarm.owner[people[at]]] = -1
    return first_ones(swarm, people[:count], need[:count], k - 1)


@compiled
def first_ones(swarm: Swarm, people: Ints, need: Floats, wanted: int) -> Ints:
    """Give those that need the least growth, by rank where it is the same; nobody if too few."""
    if len(people) < wanted:
        return people[:0]
    for i in range(wanted):
        least = i
        for j in range(i + 1, len(people)):
            earlier = need[j] == need[least] and swarm.rank[people[j]] < swarm.rank[people[least]]
            if need[j] < need[least] or earlier:
                least = j
        people[i], people[least] = people[least], people[i]
        need[i], need[least] = need[least], need[i]
    return people[:wanted]


@compiled
def gather_all(
    swarm: Swarm, centres: Ints, k: int, radii: Radii, made: Gathered, best: Ints
) -> None:
    """Take one centre after the other, and make groups of those that are in none yet.

    A centre that does not find k - 1 others is left over (group -2), for others to find.
    """
    for centre in centres:
        if made.group[centre] != -1:
            continue
        others = gather(swarm, centre, k, radii, made, best)
        made.group[centre] = centre if len(others) else -2
        for q in others:
            made.group[q] = centre
            made.next[q], made.next[centre] = made.next[centre], q


@compiled
def join(swarm: Swarm, left: Ints, radii: Radii, made: Gathered) -> None:
    """Let points that are left over into the nearest group that has none of that person yet."""
    for p in left:
        least, chosen = 2.0, -1
        for place in near(swarm, p, radii, np.empty(81, np.int64)):
            for q in range(swarm.first[place], swarm.first[place + 1]):
                grown = growth(swarm, q, p, radii) if made.group[q] == q else 2.0
                if grown < least and not has(swarm, q, swarm.owner[p], made):
                    least, chosen = grown, q
        if chosen >= 0:
            made.group[p] = chosen
            made.next[p], made.next[chosen] = made.next[chosen], p


@compiled
def has(swarm: Swarm, centre: int, who: int, made: Gathered) -> bool:
    """Whether a group has a point of somebody already."""
    q = centre
    while q >= 0:
        if swarm.owner[q] == who:
            return True
        q = made.next[q]
    return False
