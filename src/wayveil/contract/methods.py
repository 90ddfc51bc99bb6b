"""What anonymization methods must do."""

from __future__ import annotations

from collections.abc import Iterator

from wayveil.chance import Chance
from wayveil.contract.tables import busy, everything, odd
from wayveil.contract.tools import must, same, silence, untouched, variants
from wayveil.errors import Infeasible
from wayveil.kinds import Anonymizer, Unit
from wayveil.release import Release
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

_UNITS: tuple[Unit, ...] = ("trajectory", "user")


def _releases(part: type[Anonymizer], tables: list[Trajectories]) -> Iterator[Release]:
    """Release every table under every variant and unit; some cannot be, and say so."""
    for method in variants(part):
        for table in tables:
            for unit in _UNITS:
                try:
                    yield anonymize(table, method, unit=unit, seed=1)
                except Infeasible:
                    continue


def leaves_its_input_alone(part: type[Anonymizer]) -> None:
    """It changes nothing and prints nothing."""
    table = busy()
    for method in variants(part):
        with untouched(table), silence():
            method(table, Chance.seeded(1))


def handles_odd_tables(part: type[Anonymizer]) -> None:
    """Every odd table is released, or refused as infeasible; nothing else happens."""
    for release in _releases(part, list(odd().values())):
        must(len(release.data), "it released an empty table")


def releases_an_ordinary_table(part: type[Anonymizer]) -> None:
    """Ninety walks by thirty people in a crowd are something every method can release."""
    made = list(_releases(part, [busy()]))
    must(len(made) == len(variants(part)) * len(_UNITS), "it refuses an ordinary table")


def depends_on_chance_alone(part: type[Anonymizer]) -> None:
    """Equal seeds give equal releases; ids differ under another seed."""
    for method in variants(part):
        one, two, other = (anonymize(busy(), method, seed=seed).data for seed in (1, 1, 2))
        must(same(one, two), "two runs under one seed differ")
        survivors = set(one.names.id_texts()) & set(other.names.id_texts())
        must(not survivors, "ids survive a change of seed")


def holds_its_claims(part: type[Anonymizer]) -> None:
    """Every claim holds on every table, checked with the record and the original."""
    for table in everything():
        for release in _releases(part, [table]):
            checks = release.verify(table)
            must(not checks.broken and not checks.unchecked, "a claim does not hold")


def promises_from_parameters_alone(part: type[Anonymizer]) -> None:
    """Equal parameters give equal promises, before any data is seen."""
    for method in variants(part):
        again = type(method)(**{name: getattr(method, name) for name in part.model_fields})
        must(method.claims() == again.claims(), "its promises differ between equal parts")


def lets_no_column_through(part: type[Anonymizer]) -> None:
    """Users, extra columns and names of the original stay at home."""
    for table in everything():
        own = {"user_id", *(table.extra.columns if table.extra is not None else ())}
        for release in _releases(part, [table]):
            must(not own & {*release.data.columns()}, "a column of the original is in the release")
            must(not release.data.has_owners, "the users are in the release")
