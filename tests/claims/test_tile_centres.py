from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil.claims.tile_centres import TileCentres
from wayveil.contract.tables import ordinary
from wayveil.run import anonymize
from wayveil.tessellations.square import Square

RELEASE = anonymize(ordinary(), "simple_generalization", tile_size=200, seed=1).data


def test_it_holds_on_a_generalized_release_without_any_papers() -> None:
    verdict = TileCentres(tessellation=Square(size=200)).check(RELEASE)
    assert (verdict.answer, verdict.found) == ("yes", 0)


def test_each_point_off_its_centre_is_counted() -> None:
    lat = RELEASE.lat.copy()
    lat[[0, 5]] += 1e-7
    verdict = TileCentres(tessellation=Square(size=200)).check(replace(RELEASE, lat=lat))
    assert (verdict.answer, verdict.found) == ("no", 2)


def test_other_tiles_are_other_tiles() -> None:
    verdict = TileCentres(tessellation=Square(size=201)).check(RELEASE)
    assert verdict.answer == "no"
    assert np.isfinite(float(verdict.found or 0))
