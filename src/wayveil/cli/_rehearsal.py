"""`--dry-run`: what would happen, told without writing anything."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from wayveil import clock, io, run, walk
from wayveil.certificate import claim_json, protects
from wayveil.cli._anonymize_job import AnonymizeJob
from wayveil.cli._forecast import Forecast, forecast
from wayveil.cli._reading import input_json, understood
from wayveil.cli._show import labelled, size
from wayveil.kinds import Claim, Unit
from wayveil.shapes import Trajectories


@dataclass(frozen=True)
class Rehearsal:
    """What is known about a job before it is done."""

    job: AnonymizeJob
    loaded: io.Loaded
    unit: Unit
    claims: tuple[Claim, ...]
    reading_seconds: float
    expected: Forecast

    def lines(self) -> list[str]:
        """Tell a person."""
        return labelled(self._lines())

    def _lines(self) -> Iterator[tuple[str, object]]:
        yield from understood(self.job.input.as_source, self.loaded)
        yield "Protects", protects(self.unit)
        for claim in self.claims:
            yield "Promises", f"{claim.name} ({claim.grade}): {claim.promise(self.unit)}"
            yield "Promises", f"  against {claim.adversary}; checked by {claim.checkable_by}"
        for path in self.job.outputs:
            yield from ([("Writes", path)] if path else [])
        yield "Expected", self._expected()
        yield "", "Nothing was written."

    def _expected(self) -> str:
        tried = f"tried on {self.expected.tried:,} of {len(self.loaded.data):,} trajectories"
        if self.expected.seconds is None or self.expected.n_bytes is None:
            return f"not known: too few to work on when {tried}"
        work, reading = map(clock.duration, (self.expected.seconds, self.reading_seconds))
        memory = size(self.expected.n_bytes)
        return f"{reading} to read, then about {work} and {memory} for data and work ({tried})"

    def as_json(self) -> dict[str, Any]:
        """Tell a program."""
        return {
            "dry_run": True,
            "input": {"file": self.job.input.name, **input_json(self.loaded)},
            "unit": self.unit,
            "protects": protects(self.unit),
            "claims": [claim_json(claim, self.unit) for claim in self.claims],
            "recipe": self.job.recipe.as_json(),
            "files": self.job.files_json(),
            "expected": {
                "reading_seconds": self.reading_seconds,
                "seconds": self.expected.seconds,
                "bytes": self.expected.n_bytes,
                "tried_trajectories": self.expected.tried,
            },
        }


def of(job: AnonymizeJob) -> Rehearsal:
    """Read the data, and try the job on samples of it."""
    target = job.output.written_format(job.format)

    def work(data: Trajectories) -> None:
        io.write(run.anonymize(data, **job.settings).data, BytesIO(), format=target)

    start = time.perf_counter()
    loaded = job.load()
    reading = time.perf_counter() - start
    unit = walk.unit_of(loaded.data, job.recipe.unit)
    claims = walk.claims_of(job.recipe.method)
    return Rehearsal(job, loaded, unit, claims, reading, forecast(loaded.data, work))
