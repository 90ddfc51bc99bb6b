from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wayveil.chance import Chance
from wayveil.errors import UserError
from wayveil.io import read_model
from wayveil.shapes import steps
from wayveil.synth.markov import Markov


def test_walkers_are_seen_at_the_centres_of_cells() -> None:
    part = Markov.example()
    data = part(Chance.seeded(3))
    places = read_model(part.model).places
    centres = set(zip(steps(places.lat).tolist(), steps(places.lon).tolist(), strict=True))
    assert set(zip(steps(data.lat).tolist(), steps(data.lon).tolist(), strict=True)) <= centres


def test_walks_are_as_many_and_as_long_as_asked() -> None:
    part = Markov(model=Markov.example().model, trajectories=40, duration=600, days=2)
    data = part(Chance.seeded(3))
    assert (len(data), data.n_owners) == (40, 40)
    first, last = data.t[data.offsets[:-1]], data.t[data.offsets[1:] - 1]
    assert (last - first).max() <= 600_000
    assert len(np.unique(first // 86_400_000)) == 2


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no file"):
        Markov(model=str(tmp_path / "m.json"))(Chance.seeded(1))
