"""Ids and order tell nothing."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from wayveil.chance import Chance
from wayveil.kinds import Answer, Claim, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories

_FRESH: Final = re.compile("[a-z2-7]{26}")
_SMALLEST_SAMPLE: Final = 100


class NoIdentifiers(Claim):
    """Ids are fresh and random, none of the original's, and order does not link.

    With the record the ids are drawn again from its key, which nothing of the data enters; with
    the original they are also compared with every id of a trajectory or user in it. That the
    order is random is proved; |Spearman's rho| < 5 / sqrt(n) is a smoke test of it.
    """

    checkable_by = "the holder of the record"

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "anyone who knows ids of the original, or its order"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "Ids are random and new, and neither they nor the order lead back to the original."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look at the form of the ids, then at where they come from."""
        ids = released.names.id_texts()
        if not ids or released.has_owners or not all(map(_FRESH.fullmatch, ids)):
            return Verdict("no", note="ids that are not fresh, or a column of users")
        shared = _shared(released, original) if original is not None else 0
        if shared:
            return Verdict("no", 0, shared, "ids of the original published")
        if record is None:
            return Verdict("needs record", note="the form of the ids holds")
        if ids != drawn_ids(record, len(released)):
            return Verdict("no", note="ids that the record's key does not give")
        return _order_is_random(record)


def drawn_ids(record: Record, n: int) -> list[str]:
    """Draw the ids again from the key of the record."""
    return Chance(bytes.fromhex(record.key), secret=record.secret).spawn("ids").ids(n)


def _shared(released: Trajectories, original: Trajectories) -> int:
    """How many published ids name a trajectory or a user of the original."""
    known = {*original.names.id_texts(), *original.names.owner_texts()}
    return len(known.intersection(released.names.id_texts()))


def _order_is_random(record: Record) -> Verdict:
    first = record.origin.sources[record.origin.offsets[:-1]]
    n = len(first)
    if n < _SMALLEST_SAMPLE:
        return Verdict("yes", note="too few trajectories for a test of their order")
    ranks = np.argsort(np.argsort(first, kind="stable"), kind="stable")
    rho = abs(float(np.corrcoef(np.arange(n), ranks)[0, 1]))
    bound = 5 / n**0.5
    answer: Answer = "yes" if rho < bound else "no"
    return Verdict(answer, f"below {bound:.4f}", round(rho, 4), "|Spearman's rho| of the order")
