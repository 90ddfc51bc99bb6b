"""Whether a model can tell the release from the original."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import numpy as np
from pydantic import Field

from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._features import Features, Table, alike, features
from wayveil.measures._models import Boosted, Logistic
from wayveil.part import Metres, Seconds
from wayveil.progress import track
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled
from wayveil.together import together

_FOLDS: Final = 5
Rng: TypeAlias = np.random.Generator


class PropensityScore(Tiled, Measure):
    """How well a model tells released trajectories from original ones. (D4.10, 6.4.2.3)

    U = 4/n Σ (p - 1/2)² over all original and released trajectories, where p is the probability
    that a trajectory is a released one, given by a model that has not seen it: the rows are dealt
    into five folds, equal rows into the same, and each fold is judged by a model of the others. 0
    is indistinguishable, 1 told apart without doubt. A row is the centres of the tiles at ten
    evenly spaced visits (tile numbers would mean nothing to a model), how many visits there are,
    and with `time_interval` when they were; the logistic regression also has their squares.

    U alone does not say much: a model errs a little even where there is nothing to learn, and
    leaving trajectories out makes U at least 4(c - 1/2)², where c is the share of released ones.
    So `null_mean` and `null_sd` say what U is when labels are exchanged at random between an
    original and what was released for it (between all, where that is not known), and `above_null`
    what is left. If the release is the original, each row is there with both labels, p is 1/2
    throughout, and U, its null and what is above it are 0.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> same = trips(*([(0, 0, 900 * i), (60, 700 * i, 0)] for i in range(12)))
    >>> value_of(PropensityScore(), same, same)
    0.0
    """

    topic: ClassVar[Topic] = "likeness"
    beside: ClassVar[tuple[str, ...]] = ("above_null",)

    tile_size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 200
    """Side of a square tile."""

    time_interval: Annotated[Seconds, Field(ge=1)] | None = None
    """In steps of which length times are compared too; if not given, only places are."""

    model: Literal["logistic_regression", "gradient_boosting"] = "logistic_regression"
    """What tells them apart; gradient boosting is slower and needs scikit-learn."""

    permutations: Annotated[int, Field(ge=2, le=10_000)] = 10
    """How often labels are exchanged to find the null."""

    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    """What folds and exchanges are drawn from."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Tell them apart, and once more for each exchange of labels."""
        found = features(together(original, released), original, self.tiles(), self.time_interval)
        is_released = (found.place >= len(original)).astype(np.float64)
        if is_released.min() == is_released.max():
            raise Infeasible("no point of one of the two lies in any of the tiles.")
        rng = Chance.seeded(self.seed).spawn(self.name).numpy()
        kin = _kin(len(original), len(released), origin)[found.place]
        exchanged = [_exchanged(is_released, kin, rng) for _ in range(self.permutations)]
        groups = alike(found.plain)
        folds = rng.permutation(groups.max() + 1)[groups] % _FOLDS
        scores = self._scores(found, np.stack([is_released, *exchanged]), folds)
        return _reading(scores[0], scores[1:], is_released)

    def _scores(self, found: Features, labels: Table, folds: Ints) -> Floats:
        """Give U for each row of labels."""
        linear = self.model == "logistic_regression"
        rows, model = (found.squared, Logistic) if linear else (found.plain, Boosted)
        chances = np.empty_like(labels)
        for fold in track(range(_FOLDS), "telling apart"):
            seen, judged = folds != fold, folds == fold
            learner = model(rows[seen])
            for one, out in zip(labels, chances, strict=True):
                out[judged] = _learned(learner, one[seen], rows[judged])
        scores: Floats = 4 * np.mean((chances - 0.5) ** 2, axis=1)
        return scores


def _learned(learner: Logistic | Boosted, labels: Floats, others: Table) -> Floats:
    """Let a model learn, if there are two kinds to be told apart; else go by how many there are."""
    ones = labels.sum()
    if 0 < ones < len(labels):
        return learner.fitted(labels, others)
    return np.full(len(others), (ones + 1) / (len(labels) + 2))


def _reading(score: float, null: Floats, is_released: Floats) -> Reading:
    share = float(is_released.mean())
    told = {
        "null_mean": float(null.mean()),
        "null_sd": float(null.std(ddof=1)),
        "above_null": float(score - null.mean()),
        "share_released": share,
        "by_imbalance_alone": 4 * (share - 0.5) ** 2,
    }
    return Reading(float(score), "of 1 (told apart)", len(is_released), told)


def _kin(n: int, m: int, origin: Origin | None) -> Ints:
    """Number the families of originals and what was released for them; one family if unknown."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if origin is None:
        return np.zeros(n + m, np.int64)
    children = n + ragged.group_of_rows(origin.offsets)
    ties = (np.ones(len(children), np.int8), (origin.sources, children))
    _, families = connected_components(coo_array(ties, shape=(n + m, n + m)), directed=False)
    return families.astype(np.int64)


def _exchanged(labels: Floats, families: Ints, rng: Rng) -> Floats:
    """Exchange labels at random within each family."""
    out = np.empty_like(labels)
    out[np.argsort(families, kind="stable")] = labels[
        np.lexsort((rng.random(len(labels)), families))
    ]
    return out
