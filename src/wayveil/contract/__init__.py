"""What every part must do, as checks that anyone can run on their own parts.

In a test suite of a plug-in::

    @pytest.mark.parametrize("pair", contract.pairs("my_package"), ids=str)
    def test_contract(pair):
        pair.check()

or from a shell: ``python -m wayveil.contract my_package``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Final

from wayveil import kinds
from wayveil.catalogue import catalogue
from wayveil.part import Part

#: Each kind's folder, its class, and the module here that holds its checks.
_KINDS: Final[dict[str, tuple[type[Part], str]]] = {
    "methods": (kinds.Anonymizer, "methods"),
    "analyses": (kinds.Analysis, "analyses"),
    "filters": (kinds.Filter, "filters"),
    "tessellations": (kinds.Tessellation, "tessellations"),
    "clusterings": (kinds.Clustering, "clusterings"),
    "aggregations": (kinds.Aggregation, "aggregations"),
    "distances": (kinds.Distance, "distances"),
    "meetings": (kinds.Meeting, "meetings"),
    "measures": (kinds.Measure, "measures"),
    "attacks": (kinds.Attack, "attacks"),
    "claims": (kinds.Claim, "claims"),
    "synth": (kinds.Synth, "synth"),
}


@dataclass(frozen=True)
class Pair:
    """One check of one part."""

    part: type[Part]
    name: str
    function: Callable[[type[Part]], None]

    def check(self) -> None:
        """Run the check; raises `ContractBroken` if the part fails it."""
        self.function(self.part)

    def __str__(self) -> str:
        return f"{self.part.folder}/{self.part.name}: {self.name}"


def pairs(package: str | None = None) -> list[Pair]:
    """List every check of every part in the catalogue, or of one package's parts."""
    return [
        Pair(kind.load(name), check, function)
        for folder, (kind, module) in _KINDS.items()
        for name, entry in catalogue()[folder].items()
        if package is None or entry.module.startswith(f"{package}.")
        for check, function in _checks(module)
    ]


def _checks(module: str) -> Iterator[tuple[str, Callable[[type[Part]], None]]]:
    for place in ("every", module):
        yield from _checks_in(import_module(f"wayveil.contract.{place}"))


def _checks_in(module: ModuleType) -> Iterator[tuple[str, Callable[[type[Part]], None]]]:
    """A check is a public function of the module that was defined there."""
    for name, value in vars(module).items():
        if callable(value) and not name.startswith("_") and value.__module__ == module.__name__:
            yield name, value
