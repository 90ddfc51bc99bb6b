"""The model of an invented town that comes with the package, made anew.

python -m bench.town_model
"""

from __future__ import annotations

from pathlib import Path

import wayveil
from wayveil.synth import markov


def main() -> None:
    """Write the model beside the synthesizer that it is an example for."""
    town = wayveil.synthesize("city", seed=1, trajectories=3_000, users=300, sampling=60)
    made = wayveil.analyze(town, "markov_model", seed=1, tile_size=1_000, time_step=1)
    assert isinstance(made, wayveil.Release)
    target = Path(markov.__file__).with_name("town.json")
    wayveil.io.write_model(made.data, target, force=True)
    print(f"{target.name}: {made.data!r}")


if __name__ == "__main__":
    main()
