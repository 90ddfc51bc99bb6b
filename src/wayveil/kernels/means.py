"""Means of clusters of trajectories in which each owner weighs the same. (Paper 000, Algorithm 5)

Lengths and times are whole numbers, and so are their means: the whole parts of the owners' means
are summed exactly, and the fractions apart from them, so that nothing depends on how far off the
times are or on how many copies of one trajectory there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.matching import matched
from wayveil.kernels.paths import Paths

#: Fractions that add up to a whole number may miss it by rounding, but never by this much.
_SLACK = 1e-9


class Points(NamedTuple):
    """Points in degrees and milliseconds, row after row; a tuple, so that kernels can take it."""

    lat: Floats
    lon: Floats
    t: Ints
    offsets: Ints


class Crowds(NamedTuple):
    """Clusters of owners of trajectories.

    Cluster c has the owners `owners[c]` to `owners[c + 1]`; owner g has the trajectories
    `members[trips[g]:trips[g + 1]]`.
    """

    members: Ints
    trips: Ints
    owners: Ints


def crowds(labels: Ints, owner: Codes) -> Crowds:
    """Sort trajectories by cluster and owner; every label must occur."""
    many = int(owner.max()) + 1
    key = labels.astype(np.int64) * many + owner
    members = np.argsort(key, kind="stable")
    ordered = key[members]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    trips = np.append(starts, len(members))
    cluster = ordered[starts] // many
    owners = np.append(np.flatnonzero(np.diff(cluster, prepend=cluster[0] - 1)), len(starts))
    return Crowds(members, trips, owners)


@compiled
def mean_lengths(lengths: Ints, crowds: Crowds) -> Ints:
    """Give h of each cluster: the mean of its owners' mean lengths, halves rounded up."""
    out = np.empty(len(crowds.owners) - 1, np.int64)
    for cluster in range(len(out)):
        first, last = crowds.owners[cluster], crowds.owners[cluster + 1]
        whole, part = 0, 0.0
        for g in range(first, last):
            total = 0
            count = crowds.trips[g + 1] - crowds.trips[g]
            for place in range(crowds.trips[g], crowds.trips[g + 1]):
                total += lengths[crowds.members[place]]
            whole += total // count
            part += (total % count) / count
        twice = 2 * whole + int(np.floor(2 * part + _SLACK))
        out[cluster] = (twice + last - first) // (2 * (last - first))
    return out


@compiled
def fill(points: Points, crowds: Crowds, out: Points) -> None:
    """Write the mean of each cluster; `out.offsets` says how long each is."""
    for cluster in range(len(crowds.owners) - 1):
        start, h = out.offsets[cluster], out.offsets[cluster + 1] - out.offsets[cluster]
        earliest = -(2**63)
        for j in range(h):
            lat, lon, t = _centroid(points, crowds, cluster, j, h)
            # A fraction that rounding took for a whole must not put two times out of order.
            earliest = max(earliest, t)
            out.lat[start + j], out.lon[start + j], out.t[start + j] = lat, lon, earliest


@compiled
def _centroid(
    points: Points, crowds: Crowds, cluster: int, j: int, h: int
) -> tuple[float, float, int]:
    """Give the mean of one matched point of each member, as an offset from the first member's."""
    first, last = crowds.owners[cluster], crowds.owners[cluster + 1]
    origin = _row(points, crowds.members[crowds.trips[first]], j, h)
    lat0, lon0, t0 = points.lat[origin], points.lon[origin], points.t[origin]
    north, east, whole, part = 0.0, 0.0, 0, 0.0
    for g in range(first, last):
        up, along, later = 0.0, 0.0, 0
        count = crowds.trips[g + 1] - crowds.trips[g]
        for place in range(crowds.trips[g], crowds.trips[g + 1]):
            row = _row(points, crowds.members[place], j, h)
            up += points.lat[row] - lat0
            along += _wrapped(points.lon[row] - lon0)
            later += points.t[row] - t0
        north += up / count
        east += along / count
        whole += later // count
        part += (later % count) / count
    n = last - first
    late = (whole + int(np.floor(part + _SLACK))) // n
    return lat0 + north / n, _wrapped(lon0 + east / n), t0 + late


@compiled
def _row(points: Points, member: int, j: int, h: int) -> int:
    """Give the row of a member's point that is matched with the mean's j-th of h."""
    start = points.offsets[member]
    return int(start + matched(j, points.offsets[member + 1] - start, h))


@compiled
def _wrapped(lon: float) -> float:
    """Bring a longitude into [-180, 180); exact where it is there already."""
    if lon >= 180.0:
        return lon - 360.0
    return lon + 360.0 if lon < -180.0 else lon


@compiled
def nearest_rows(paths: Paths, members: Ints, clusters: Ints, out: Ints) -> None:
    """Write for each point of each cluster's mean the row of the members' nearest point.

    The means follow the members' table in `paths`; of equally near points the nearest in time is
    taken, then the first.
    """
    first_mean = len(paths.offsets) - len(clusters)
    first_row = paths.offsets[first_mean]
    for cluster in range(len(clusters) - 1):
        mean = first_mean + cluster
        own = members[clusters[cluster] : clusters[cluster + 1]]
        for row in range(paths.offsets[mean], paths.offsets[mean + 1]):
            out[row - first_row] = _nearest_row(paths, own, row)


@compiled
def _nearest_row(paths: Paths, members: Ints, wanted: int) -> int:
    """Give the row of the members' point nearest to a point."""
    best, least, soonest = -1, np.inf, np.inf
    for member in members:
        for row in range(paths.offsets[member], paths.offsets[member + 1]):
            dx, dy = paths.x[row] - paths.x[wanted], paths.y[row] - paths.y[wanted]
            gap, wait = dx * dx + dy * dy, abs(paths.t[row] - paths.t[wanted])
            if gap < least or (gap == least and wait < soonest):
                best, least, soonest = row, gap, wait
    return best
