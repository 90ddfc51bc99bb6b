"""What measures must do."""

from __future__ import annotations

import json
import math

from wayveil.contract.tables import ordinary
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.kinds import Measure
from wayveil.run import anonymize


def leaves_its_inputs_alone(part: type[Measure]) -> None:
    """It changes nothing and prints nothing."""
    release = anonymize(ordinary(), "simple_generalization", seed=1)
    assert release.record is not None
    for measure in variants(part):
        with untouched(ordinary(), release.data), silence():
            measure(ordinary(), release.data, release.record.origin)


def reads_one_number(part: type[Measure]) -> None:
    """It gives a finite headline value with a unit and a count, all fit for JSON, every time."""
    release = anonymize(ordinary(), "simple_generalization", seed=1)
    assert release.record is not None
    for measure in variants(part):
        one, two = (measure(ordinary(), release.data, release.record.origin) for _ in range(2))
        must(one == two, "two readings of the same data differ")
        must(math.isfinite(one.value) and one.unit and one.n > 0, "it has no value, unit or count")
        json.dumps(vars(one))
