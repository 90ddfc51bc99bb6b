"""Groups of trajectories that are alike, published as their mean."""

from __future__ import annotations

from wayveil.chance import Chance
from wayveil.kinds import Aggregation, Anonymizer, Claim, Clustering, Draft
from wayveil.methods._aggregated import aggregated
from wayveil.part import K, by_default
from wayveil.shapes import Trajectories


class Microaggregation(Anonymizer):
    """Put each trajectory in a group of k or more that are alike, and publish their mean instead.

    (D4.10, 6.3.3.3.) Nobody in a group can be told from the others: they have the same published
    trajectory. Where users are known, a group has k different users, and none supplies more than
    max(2, m / k) of its m trajectories.
    """

    k: K = 3
    """Fewest people (or trajectories) in a group."""

    clustering_method: Clustering = by_default("refined")
    """How groups are found."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What is published of a group."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k-anonymity."""
        real = self.aggregation_method.publishes_real_points
        return (Claim.named("k_anonymous", k=self.k, real_points=real),)

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Cluster, aggregate, and give every member a copy."""
        labels = self.clustering_method.labels(data, self.k)
        return aggregated(data, labels, self.k, self.aggregation_method)
