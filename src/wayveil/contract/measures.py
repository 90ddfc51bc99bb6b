"""What measures must do."""

from __future__ import annotations

import doctest
import inspect
import json
import math
from functools import cache

import numpy as np

from wayveil.cells import Cells
from wayveil.contract.tables import as_shape, local, ordinary
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kinds import Measure, Reading
from wayveil.record import Origin
from wayveil.run import anonymize
from wayveil.shapes import Tracks, Trajectories


@cache
def _release(about: type[Tracks] = Trajectories) -> tuple[Tracks, Origin]:
    """Coarse, and without its first tenth, so that every kind of loss is there."""
    kept = ordinary().take(np.arange(len(ordinary()) // 10, len(ordinary())))
    method = "kmerge_groups" if about is Cells else "simple_generalization"
    release = anonymize(kept, method, seed=1)
    assert release.record is not None
    origin = release.record.origin
    return release.data, Origin(origin.sources + len(ordinary()) // 10, origin.offsets)


def leaves_its_inputs_alone(part: type[Measure]) -> None:
    """It changes nothing and prints nothing."""
    released, origin = _release(part.about)
    for measure in variants(part):
        with untouched(ordinary(), released), silence():
            measure(ordinary(), released, origin)


def reads_one_number(part: type[Measure]) -> None:
    """It gives a finite headline value with a unit and a count, all fit for JSON, every time."""
    released, origin = _release(part.about)
    for measure in variants(part):
        one, two = (measure(ordinary(), released, origin) for _ in range(2))
        must(one == two, "two readings of the same data differ")
        must(math.isfinite(one.value) and one.unit and one.n > 0, "it has no value, unit or count")
        json.dumps(vars(one))


def works_without_an_origin(part: type[Measure]) -> None:
    """Unless it says that it needs an origin, it works where none is known."""
    if not part.needs_origin:
        released, _ = _release(part.about)
        must(math.isfinite(part()(ordinary(), released, None).value), "it has no value")


def reads_what_it_says_of_the_original_itself(part: type[Measure]) -> None:
    """Of a release that is the original it reads what it says, or has nothing to measure."""
    for data in local():
        found = _attempt(part(), data, as_shape(data, part.about))
        if found is not None and part.unchanged is not None:
            same = math.isclose(found.value, part.unchanged, abs_tol=1e-6)
            must(same, "of the original itself it does not read what it says")


def copes_with_odd_releases(part: type[Measure]) -> None:
    """Of odd tables it reads something finite, or says that it has nothing to measure."""
    for data in local():
        first = data.take(np.zeros(1, np.int64))
        for kept in (data.where(ragged.first_of_group(data.offsets)), first):
            found = _attempt(part(), data, as_shape(kept, part.about))
            must(found is None or math.isfinite(found.value), "a reading is not finite")


def has_an_example_that_holds(part: type[Measure]) -> None:
    """Its docstring shows a value computed by hand, and the part gives that value."""
    told = inspect.getdoc(part) or ""
    test = doctest.DocTestParser().get_doctest(
        told, {part.__name__: part}, part.__name__, None, None
    )
    shown = [each for each in test.examples if part.__name__ in each.source and each.want]
    must(shown, "its docstring has no example of it")
    failed = doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None).failed
    must(not failed, "its example does not give what its docstring says")


def _attempt(measure: Measure, data: Trajectories, released: Tracks) -> Reading | None:
    origin = Origin.one_each(np.arange(len(released)))
    try:
        return measure(data, released, origin)
    except Infeasible:
        return None
