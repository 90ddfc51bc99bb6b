"""Tables as lists of points, for plain versions to work on."""

from __future__ import annotations

from wayveil.shapes import Trajectories

Point = tuple[int, float, float]


def trips(data: Trajectories) -> list[list[Point]]:
    """List the points (time, latitude, longitude) of each trajectory."""
    columns = data.t.tolist(), data.lat.tolist(), data.lon.tolist()
    points = list(zip(*columns, strict=True))
    return [points[data.offsets[i] : data.offsets[i + 1]] for i in range(len(data))]
