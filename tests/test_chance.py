from __future__ import annotations

import hashlib
import re

import numpy as np
import pytest

from wayveil.chance import Chance
from wayveil.errors import ParameterError


def test_the_stream_is_shake_256_of_key_path_and_draw() -> None:
    key = bytes(range(32))
    framed = b"".join(
        len(part).to_bytes(4, "little") + part for part in (b"wayveil chance 1", key, b"ids")
    )
    second = hashlib.shake_256(framed + (1).to_bytes(8, "little")).digest(24)
    stream = Chance(key, secret=True).spawn("ids")
    stream.bytes(5)
    assert stream.bytes(24) == second


def test_children_are_independent_of_their_siblings_and_of_their_parents_draws() -> None:
    one, other = Chance.seeded(4), Chance.seeded(4)
    other.random(10)
    other.spawn("b").random(10)
    assert one.spawn("a").words(3).tolist() == other.spawn("a").words(3).tolist()
    assert one.spawn("a").words(3).tolist() != one.spawn("b").words(3).tolist()
    assert one.spawn("a").spawn("b").bytes(8) != one.spawn("ab").bytes(8)


def test_successive_draws_differ() -> None:
    stream = Chance.seeded(0)
    assert stream.bytes(16) != stream.bytes(16)


def test_fresh_chance_has_256_secret_bits_and_never_repeats() -> None:
    one, other = Chance.fresh(), Chance.fresh()
    assert one.secret
    assert len(one.key) == 32
    assert one.key != other.key
    assert one.key.hex() not in repr(one)


def test_a_seed_is_not_secret() -> None:
    assert not Chance.seeded(1).secret
    with pytest.raises(ParameterError):
        Chance.seeded(-1)


def test_permutations_are_uniform() -> None:
    stream = Chance.seeded(11)
    seen = np.zeros((4, 4))
    for _ in range(2000):
        seen[np.arange(4), stream.permutation(4)] += 1
    assert np.abs(seen / 2000 - 0.25).max() < 0.05
    assert sorted(stream.permutation(1000)) == list(range(1000))


def test_numbers_stay_in_range_and_spread() -> None:
    stream = Chance.seeded(5)
    floats, integers = stream.random(10_000), stream.integers(7, 10_000)
    assert floats.min() >= 0
    assert floats.max() < 1
    assert abs(floats.mean() - 0.5) < 0.02
    assert np.bincount(integers, minlength=7).min() > 1200
    assert integers.max() == 6
    with pytest.raises(ParameterError):
        stream.integers(0, 1)


def test_ids_are_128_random_bits_in_sorted_base32() -> None:
    ids = Chance.seeded(2).ids(500)
    assert len(set(ids)) == 500
    assert ids == sorted(ids)
    assert all(re.fullmatch("[a-z2-7]{26}", text) for text in ids)
    assert Chance.seeded(2).ids(0) == []


def test_numpy_generators_follow_the_stream() -> None:
    one, other = Chance.seeded(9).numpy(), Chance.seeded(9).numpy()
    assert one.normal() == other.normal()
