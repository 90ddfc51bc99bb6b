"""What attacks must do."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, get_args

import numpy as np

from wayveil.attempt import answers, attempt, knowledge
from wayveil.chance import Chance
from wayveil.contract.tables import as_shape, everything, local, ordinary
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.errors import Infeasible
from wayveil.kinds import Attack, Guesses, Knowledge, Risk, Whereabouts
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.trial import raw

Answer: TypeAlias = Guesses | Whereabouts


def _known(part: type[Attack], table: Trajectories) -> Iterator[tuple[Attack, Knowledge]]:
    """What each variant knows of a table; of some tables, too little."""
    for attack in variants(part):
        try:
            yield attack, knowledge(attack, table, Chance.seeded(1))
        except Infeasible:
            continue


def _same(one: Answer, other: Answer) -> bool:
    pairs = zip(vars(one).values(), vars(other).values(), strict=True)
    return type(one) is type(other) and all(np.array_equal(a, b) for a, b in pairs)


def names_its_risk(part: type[Attack]) -> None:
    """It says which of the three risks it tries: singling out, linkability or inference."""
    must(getattr(part, "risk", None) in get_args(Risk), "its risk is none of the three")


def leaves_its_inputs_alone(part: type[Attack]) -> None:
    """It changes nothing and prints nothing."""
    released, _ = raw(part.example(), ordinary(), Chance.seeded(1))
    with untouched(ordinary(), released), silence():
        for attack, known in _known(part, ordinary()):
            answers(attack, known, released, Chance.seeded(1))


def knows_something_of_an_ordinary_table(part: type[Attack]) -> None:
    """Ninety walks by thirty people are enough to know something, and each is asked about once."""
    made = list(_known(part, ordinary()))
    must(len(made) == len(variants(part)), "it knows nothing of an ordinary table")
    for attack, known in made:
        room = len(ordinary()) if attack.target == "trajectory" else ordinary().n_owners
        must(len(np.unique(known.about)) == len(known.about), "it asks about somebody twice")
        must(0 <= known.about.min() <= known.about.max() < room, "it asks about nobody")
        must(0 <= known.left_out <= room - len(known.about), "it leaves out more than there are")


def depends_on_chance_alone(part: type[Attack]) -> None:
    """Equal seeds give equal knowledge and equal guesses."""
    released, _ = raw(part.example(), ordinary(), Chance.seeded(1))
    runs = zip(_known(part, ordinary()), _known(part, ordinary()), strict=True)
    for (attack, known), (_, again) in runs:
        one, other = (pickle.dumps((each.about, each.clues)) for each in (known, again))
        must(one == other, "what it knows differs between two runs under one seed")
        first, second = (answers(attack, known, released, Chance.seeded(2)) for _ in range(2))
        must(_same(first, second), "what it guesses differs between two runs under one seed")


def guesses_from_its_clues_alone(part: type[Attack]) -> None:
    """A stranger with the clues guesses the same, whatever the attack has seen in between.

    So nothing of the original stays behind in the part, in its module or in the process.
    """
    released, _ = raw(part.example(), ordinary(), Chance.seeded(1))
    decoy = ordinary(60, 20).take(np.arange(59, -1, -1)).renumbered()
    for attack, known in _known(part, ordinary()):
        mine = answers(attack, known, released, Chance.seeded(2))
        stranger, clues = pickle.loads(pickle.dumps((attack, known.clues)))  # noqa: S301
        attack.knows(decoy, Chance.seeded(3))
        theirs = answers(stranger, replace(known, clues=clues), released, Chance.seeded(2))
        must(_same(mine, theirs), "its guesses depend on more than clues and release")


def finds_nothing_where_nothing_is_told(part: type[Attack]) -> None:
    """If all released trajectories are the same, no more is right than by chance.

    The release lies in the original's order, and with its ids: those who take them for the truth
    are caught here.
    """
    table = ordinary()
    alike = as_shape(_alike(table), part.about)
    origin = Origin.one_each(np.arange(len(table)))
    for attack, known in _known(part, table):
        found = attempt(attack, known, table, alike, origin, Chance.seeded(2))
        must(found.success.low <= found.chance, "it finds what the release does not tell")


def takes_any_release(part: type[Attack]) -> None:
    """Odd tables are attacked too, with knowledge of them and of others."""
    for table in everything() if part.about is Trajectories else local():
        released, _ = raw(part.example(), table, Chance.seeded(1))
        for source in (table, ordinary()):
            for attack, known in _known(part, source):
                answers(attack, known, released, Chance.seeded(2))


def _alike(table: Trajectories) -> Trajectories:
    """Copy the longest trajectory over all others."""
    longest = int(np.argmax(table.lengths))
    copies = table.take(np.full(len(table), longest))
    return replace(copies, id=table.id, owner=np.arange(len(table), dtype=np.int32), extra=None)
