"""Models that tell two kinds of rows apart."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from wayveil.errors import UserError
from wayveil.kernels.arrays import Floats
from wayveil.measures._features import Table

#: Weight of the penalty, half the sum of squared coefficients: as scikit-learn's default.
PENALTY: Final = 1.0


class Logistic:
    """Logistic regression with a penalty: the log-odds are a weighted sum of a row's numbers.

    The loss is minimised by SciPy's L-BFGS, in coordinates in which its curvature at the start is
    the same in every direction: a tenth of the steps.
    """

    def __init__(self, rows: Table) -> None:
        from scipy.linalg import cholesky, solve_triangular

        full = _with_one(rows)
        self.ridge = np.full(full.shape[1], PENALTY)
        self.ridge[0] = 1e-9  # the intercept is free
        upper = cholesky(full.T @ full / 4 + np.diag(self.ridge))
        self.turn = solve_triangular(upper, np.eye(len(upper)))
        self.rows = full @ self.turn
        self.pull = self.turn.T @ (self.ridge[:, None] * self.turn)

    def fitted(self, labels: Floats, others: Table) -> Floats:
        """Learn the labels of the rows, and give the probability of a 1 for others."""
        from scipy.optimize import minimize
        from scipy.special import expit

        loss: Any = partial(self._loss, labels)  # SciPy's types cannot say "both at once"
        start = np.zeros(len(self.pull))
        best = minimize(loss, start, method="L-BFGS-B", jac=True, options={"gtol": 1e-4})
        chances: Floats = expit(_with_one(others) @ (self.turn @ best.x))
        return chances

    def _loss(self, labels: Floats, at: Floats) -> tuple[float, Floats]:
        from scipy.special import expit

        odds, pull = self.rows @ at, self.pull @ at
        loss = np.logaddexp(0, odds).sum() - labels @ odds + at @ pull / 2
        return float(loss), self.rows.T @ (expit(odds) - labels) + pull


class Boosted:
    """Gradient boosted trees of scikit-learn."""

    def __init__(self, rows: Table) -> None:
        self.rows = rows
        self.model = _boosting()(max_iter=50, random_state=0)

    def fitted(self, labels: Floats, others: Table) -> Floats:
        """Learn the labels of the rows, and give the probability of a 1 for others."""
        from threadpoolctl import threadpool_limits

        # Its threads wait for each other by spinning: on a busy machine that takes minutes.
        with threadpool_limits(1):
            chances: Floats = self.model.fit(self.rows, labels).predict_proba(others)[:, 1]
        return chances


def _boosting() -> Any:
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError:
        raise UserError(
            "gradient boosting needs scikit-learn, which is not installed.",
            'Install it with pip install "wayveil[ml]", or use logistic_regression.',
        ) from None
    return HistGradientBoostingClassifier


def _with_one(rows: Table) -> Table:
    return np.column_stack([np.ones(len(rows)), rows])
