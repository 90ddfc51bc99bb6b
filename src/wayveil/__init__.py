"""wayveil: location trajectories that can be shared, with guarantees that are checked."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.1.0"

if TYPE_CHECKING:
    from wayveil.advice import Advice, advise
    from wayveil.analysis import analyze
    from wayveil.comparison import compare
    from wayveil.counts import Counts
    from wayveil.errors import (
        ClaimBroken,
        Infeasible,
        InputError,
        ParameterError,
        PrivacyError,
        UnknownPart,
        UserError,
        WayveilError,
    )
    from wayveil.io import read, to_frame, write
    from wayveil.model import Model
    from wayveil.release import Release
    from wayveil.run import anonymize, measure, synthesize
    from wayveil.shapes import Findings, Trajectories
    from wayveil.trial import attack
    from wayveil.walk import apply_filters

#: Every public name and where it lives; a module is loaded when its name is first used.
_HOMES: Final = {
    "Advice": "advice",
    "ClaimBroken": "errors",
    "Counts": "counts",
    "Findings": "shapes",
    "Infeasible": "errors",
    "InputError": "errors",
    "Model": "model",
    "ParameterError": "errors",
    "PrivacyError": "errors",
    "Release": "release",
    "Trajectories": "shapes",
    "UnknownPart": "errors",
    "UserError": "errors",
    "WayveilError": "errors",
    "advise": "advice",
    "analyze": "analysis",
    "anonymize": "run",
    "apply_filters": "walk",
    "attack": "trial",
    "compare": "comparison",
    "measure": "run",
    "read": "io",
    "synthesize": "run",
    "to_frame": "io",
    "write": "io",
}

__all__ = [
    "Advice",
    "ClaimBroken",
    "Counts",
    "Findings",
    "Infeasible",
    "InputError",
    "Model",
    "ParameterError",
    "PrivacyError",
    "Release",
    "Trajectories",
    "UnknownPart",
    "UserError",
    "WayveilError",
    "advise",
    "analyze",
    "anonymize",
    "apply_filters",
    "attack",
    "compare",
    "measure",
    "read",
    "synthesize",
    "to_frame",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'wayveil' has no attribute '{name}'")
    return getattr(import_module(f"wayveil.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
