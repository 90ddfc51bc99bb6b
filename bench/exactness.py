"""Is the partition found in single precision that of double precision? Checked on a whole file.

python -m bench.exactness CABS.parquet
"""

from __future__ import annotations

import sys

import numpy as np

import wayveil
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.clusterings._company import Everybody, Neighbourhood, Plain
from wayveil.clusterings._gathering import _around, from_outside
from wayveil.distances.martinez2021 import Martinez2021


def main(cabs: str) -> None:
    """Cluster by rows in double precision, and by the kernels in single precision."""
    data, distance = wayveil.read(cabs).each_alone(), Martinez2021()
    prepared, owner = distance.prepare(data), data.owner.astype(np.int64)
    outermost = from_outside(data, distance, MeanTrajectory())
    for k in (3, 10):
        for both_poles in (True, False):
            double = _around(Plain(distance, data), outermost, owner, k, both_poles)
            kernel = (
                Everybody(prepared, owner)
                if both_poles
                else Neighbourhood(prepared, owner, outermost)
            )
            single = _around(kernel, outermost, owner, k, both_poles)
            name = "simple_mdav" if both_poles else "farthest_first"
            differ = int((double != single).sum())
            print(f"{name:15} k={k:<3} {double.max() + 1:5} clusters, {differ} labels differ")


if __name__ == "__main__":
    main(*sys.argv[1:])
