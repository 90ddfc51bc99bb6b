from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from wayveil.certificate import Certificate, digest
from wayveil.contract.tables import ordinary
from wayveil.errors import InputError, UnknownPart
from wayveil.run import anonymize

RELEASE = anonymize(ordinary(), "simple_generalization", seed=1)


def test_the_digest_is_what_definitions_says() -> None:
    data = RELEASE.data
    columns = [np.rint(data.lat * 1e7), np.rint(data.lon * 1e7), data.t, data.of_point]
    seal = hashlib.sha256(b"wayveil trajectories 1\n")
    for column in columns:
        seal.update(column.astype("<i8").tobytes())
    assert digest(data) == f"sha256:{seal.hexdigest()}"


@pytest.mark.parametrize("column", ["lat", "lon", "t"])
def test_the_digest_sees_the_smallest_change(column: str) -> None:
    changed = getattr(RELEASE.data, column).copy()
    changed[-1] += 1e-7 if changed.dtype == float else 1
    assert digest(replace(RELEASE.data, **{column: changed})) != digest(RELEASE.data)


def test_a_certificate_survives_json() -> None:
    text = json.dumps(RELEASE.certificate.as_json())
    assert Certificate.from_json(json.loads(text)) == RELEASE.certificate


def test_it_says_who_is_protected_against_whom_by_which_evidence_and_that_it_is_unsigned() -> None:
    told = RELEASE.certificate.as_json()
    assert told["unit"] == "user"
    assert "people" in told["protects"]
    assert told["chance"] == "reproducible, not secret"
    assert "not signed" in told["release"]["digest_note"]
    for claim in told["claims"]:
        assert claim["promise"]
        assert claim["grade"] in {"proved", "verified", "measured", "assumed"}
        assert claim["adversary"]
        assert claim["checkable_by"]
        assert claim["verdict"]["answer"] == "yes"


def test_nothing_private_is_in_it() -> None:
    text = json.dumps(RELEASE.certificate.as_json())
    assert RELEASE.record is not None
    for secret in (RELEASE.record.key, "trip-", "person-", "secret-", "seconds", '"origin"'):
        assert secret not in text


@pytest.mark.parametrize("broken", [None, 3, {}, {"schema": 1}, {"schema": 2}])
def test_anything_else_is_refused(broken: object) -> None:
    with pytest.raises(InputError):
        Certificate.from_json(broken)


@pytest.mark.parametrize(("word", "other"), [("unit", "person"), ("chance", "good"), ("unit", [])])
def test_its_closed_words_are_closed(word: str, other: object) -> None:
    with pytest.raises(InputError, match="damaged"):
        Certificate.from_json({**RELEASE.certificate.as_json(), word: other})


def test_a_claim_that_is_not_installed_is_named() -> None:
    told = RELEASE.certificate.as_json()
    told["claims"][0]["name"] = "proof_by_plugin"
    with pytest.raises(UnknownPart, match="proof_by_plugin"):
        Certificate.from_json(told)
