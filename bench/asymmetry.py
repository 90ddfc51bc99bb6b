"""Whether the true record stands out among those that fit: k_pick, with its lot and without.

python -m bench.asymmetry [PEOPLE]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import get_args
from unittest.mock import patch

import numpy as np

import wayveil
from wayveil.attacks.true_record import TrueRecord
from wayveil.methods import k_pick
from wayveil.shapes import Trajectories

_BY = get_args(TrueRecord.model_fields["by"].annotation)


def main(people: str = "2000") -> None:
    """Print a row for each k, for the method as it is and without its lot."""
    data = wayveil.synthesize("cdr", users=int(people), days=1, rate=6.0, seed=1)
    print(f"{'':>20}", *(f"{by:>12}" for by in _BY))
    for k in (2, 3, 5):
        row(data, k, "by lot", k_pick._owners)
        row(data, k, "whoever picked", lambda members, rng: members[0])


def row(data: Trajectories, k: int, name: str, owners: Callable[..., np.ndarray]) -> None:
    with patch.object(k_pick, "_owners", owners):
        release = wayveil.anonymize(data, "k_pick", k=k, seed=1)
    shares = []
    for by in _BY:
        found = wayveil.attack(
            data, release.data, "true_record", record=release.record, seed=1, unit="user", by=by
        )
        shares.append(found.release.success.value)
    print(f"k={k} {name:>15}", *(f"{100 * share:11.1f}%" for share in shares), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
