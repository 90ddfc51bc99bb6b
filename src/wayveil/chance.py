"""Chance as an argument: a tree of named, independent streams that grows from one key.

The bits are SHAKE-256 of (key, path, number of the draw), so that whoever lacks the key can
neither predict nor undo a permutation, an id or an order. With a fresh key they are secret;
with a seed they can be repeated, and the certificate says so.
"""

from __future__ import annotations

import hashlib
import os

import numpy as np
import numpy.typing as npt

from wayveil.errors import ParameterError

_DOMAIN = b"wayveil chance 1"
_ID_BYTES = 16
_ID_LENGTH = 26
_BASE32 = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz234567", np.uint8)


class Chance:
    """A stream of random bits that can spawn others, each independent of its siblings.

    >>> Chance.seeded(1).integers(10, 3).tolist() == Chance.seeded(1).integers(10, 3).tolist()
    True
    """

    def __init__(self, key: bytes, *, secret: bool, path: tuple[str, ...] = ()) -> None:
        self.key = key
        self.secret = secret
        self._path = path
        self._draws = 0

    @classmethod
    def fresh(cls) -> Chance:
        """256 bits of the operating system's entropy."""
        return cls(os.urandom(32), secret=True)

    @classmethod
    def seeded(cls, seed: int) -> Chance:
        """A repeatable stream, for tests and papers; it protects nobody's ids or order."""
        if not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise ParameterError("seed must be a whole number from 0 to 2^64 - 1.")
        return cls(b"seed" + seed.to_bytes(8, "little"), secret=False)

    def __repr__(self) -> str:
        return f"Chance({'secret' if self.secret else 'reproducible'}, path={'/'.join(self._path)})"

    def spawn(self, name: str) -> Chance:
        """Give the child of that name; asking twice gives the same stream from its start."""
        return Chance(self.key, secret=self.secret, path=(*self._path, name))

    def bytes(self, n: int) -> bytes:
        """Draw the next n bytes."""
        parts = [_DOMAIN, self.key, *(name.encode() for name in self._path)]
        framed = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
        stream = hashlib.shake_256(framed + self._draws.to_bytes(8, "little"))
        self._draws += 1
        return stream.digest(n)

    def words(self, n: int) -> npt.NDArray[np.uint64]:
        """Draw n numbers of 64 random bits."""
        return np.frombuffer(self.bytes(8 * n), dtype="<u8").astype(np.uint64, copy=False)

    def random(self, n: int) -> npt.NDArray[np.float64]:
        """Draw n floats, uniform in [0, 1)."""
        return (self.words(n) >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def integers(self, high: int, n: int) -> npt.NDArray[np.int64]:
        """Draw n whole numbers, uniform in 0..high-1 (to within high / 2^53)."""
        if not 1 <= high <= 2**31:
            raise ParameterError("integers are drawn from at least 1 and at most 2^31 values.")
        return (self.random(n) * high).astype(np.int64)

    def permutation(self, n: int) -> npt.NDArray[np.int64]:
        """Draw an order of 0..n-1, each as likely as any other."""
        return np.argsort(self.words(n), kind="stable")

    def ids(self, n: int) -> list[str]:
        """Draw n ids of 128 random bits, in base32 and sorted: their order tells nothing."""
        raw = np.frombuffer(self.bytes(_ID_BYTES * n), np.uint8).reshape(n, _ID_BYTES)
        bits = np.pad(np.unpackbits(raw, axis=1), ((0, 0), (0, 2))).reshape(n, _ID_LENGTH, 5)
        digits = np.packbits(bits, axis=2)[..., 0] >> 3
        texts = _BASE32[digits].view(f"S{_ID_LENGTH}").ravel()
        ids: list[str] = np.sort(texts).astype(str).tolist()
        return ids

    def numpy(self) -> np.random.Generator:
        """Give a NumPy generator for simulations, whose draws need not stay secret."""
        return np.random.default_rng(int.from_bytes(self.bytes(32), "little"))
