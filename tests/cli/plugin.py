"""A small plug-in package: nested parts two levels deep, and methods that fail in every way."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = "wv_cli_plug"

_BLUR: Final = '''
"""Blur."""

from typing import Annotated, Literal

from pydantic import Field

from wayveil.kinds import Anonymizer, Draft, Tessellation
from wayveil.part import Metres, Seconds, by_default
from wayveil.record import Origin
import numpy as np


class Blur(Anonymizer):
    """Publish everything as it is, with many parameters. (for tests)"""

    tiles: Tessellation = by_default("square")
    """Tiles, with parameters of their own."""

    mode: Literal["near", "far"] = "near"
    """A choice."""

    tidy: bool = True
    """Yes or no."""

    weights: tuple[Annotated[float, Field(ge=0)], ...] = (1.0, 2.0)
    """Several numbers."""

    reach: Metres | None = None
    """A length, if any."""

    level: Literal[1, 2] = 1
    """A number, of few."""

    share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    """Open on both sides."""

    pause: Annotated[Seconds, Field(ge=1)] = 60
    """A time."""

    def __call__(self, data, rng):
        return Draft(data, Origin.one_each(np.arange(len(data))))
'''

_COARSE: Final = '''
"""Coarse tiles."""

from typing import Annotated

from pydantic import Field

from wayveil.kinds import Tessellation
from wayveil.part import by_default


class Coarse(Tessellation):
    """Merge the tiles of another tessellation. (for tests)"""

    base: Tessellation = by_default("square")
    """What is merged."""

    factor: Annotated[int, Field(ge=1, le=9)] = 2
    """How many are merged."""

    def cells(self, lat, lon):
        return self.base.cells(lat, lon) // self.factor

    def centres(self, cells):
        return self.base.centres(cells)

    def outlines(self, cells):
        return self.base.outlines(cells)

    def areas(self, cells):
        return self.base.areas(cells)
'''

_FAILING: Final = '''
"""A method that fails."""

import os
import time
from pathlib import Path
from typing import Literal

import numpy as np

from wayveil import progress
from wayveil.errors import Infeasible
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.record import Origin


class Failing(Anonymizer):
    """Fail in the way that is asked for. (for tests)"""

    how: Literal["not", "infeasible", "broken", "fault", "slow"] = "not"
    """The way."""

    def claims(self):
        return (Claim.named("k_anonymous", k=999),) if self.how == "broken" else ()

    def __call__(self, data, rng):
        if self.how == "infeasible":
            raise Infeasible("there are fewer than 999 people.", "Ask for less.")
        if self.how == "fault":
            raise ValueError(f"cannot use {data.lat[0]} {data.names.ids[0]}")
        if self.how == "slow":
            Path(os.environ["WV_STARTED"]).touch()
            for _ in progress.track(range(int(os.environ["WV_STEPS"])), "dawdling"):
                time.sleep(0.05)
        return Draft(data, Origin.one_each(np.arange(len(data))))
'''

_THIN: Final = '''
"""Thin out."""

from typing import Annotated

from pydantic import Field

from wayveil.kinds import Filter
from wayveil.record import Tally


class Thin(Filter):
    """Keep the first trajectories, and say from where. (for tests)"""

    keep: Annotated[int, Field(ge=1)] = 10
    """How many are kept."""

    skip: Annotated[int, Field(ge=0)] = 0
    """How many are passed over."""

    def __call__(self, data):
        kept = data.take(data.id[self.skip : self.skip + self.keep] * 0 + range(
            self.skip, min(self.skip + self.keep, len(data))
        ))
        cause = f"thinned to {self.keep} after {self.skip}"
        return kept, Tally.of(cause, len(data) - len(kept), data.n_points - kept.n_points)
'''

FILES: Final = {
    f"{PACKAGE}/__init__.py": "",
    f"{PACKAGE}/methods/__init__.py": "",
    f"{PACKAGE}/methods/blur.py": _BLUR,
    f"{PACKAGE}/methods/failing.py": _FAILING,
    f"{PACKAGE}/tessellations/__init__.py": "",
    f"{PACKAGE}/tessellations/coarse.py": _COARSE,
    f"{PACKAGE}/filters/__init__.py": "",
    f"{PACKAGE}/filters/thin.py": _THIN,
    f"{PACKAGE}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1\n",
    f"{PACKAGE}-1.dist-info/entry_points.txt": f"[wayveil.parts]\nplug = {PACKAGE}\n",
}


def install(folder: Path) -> None:
    """Write the package as pip would."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
