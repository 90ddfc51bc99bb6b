"""The mean of a cluster, the centroid of the microaggregation papers."""

from __future__ import annotations

import numpy as np

from wayveil.aggregations._clusters import clusters
from wayveil.kernels import means, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation
from wayveil.shapes import Trajectories


class MeanTrajectory(Aggregation):
    """Mean of proportionally matched points. (paper 000, Algorithm 5; D4.10, 6.3.2.1)

    It has h points, the mean number of its members' points. Its j-th point is the mean, in
    latitude, longitude and time, of each member's point at the same share of its way; the first
    points are always matched, and so are the last. It can run where nobody can (through houses,
    over water).
    """

    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Take the mean of each cluster."""
        crowds = means.crowds(clusters(data, labels), data.owner)
        offsets = ragged.offsets_of(means.mean_lengths(data.lengths, crowds))
        lat, lon, t = (np.empty(offsets[-1], kind) for kind in (np.float64, np.float64, np.int64))
        points = means.Points(data.lat, data.lon, data.t, data.offsets)
        means.fill(points, crowds, means.Points(lat, lon, t, offsets))
        places = np.arange(len(offsets) - 1, dtype=np.int32)
        return Trajectories(lat, lon, t, offsets, places, places)
