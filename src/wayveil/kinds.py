"""The kinds of part: each adds one call to its parameters."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, get_args

import numpy as np
from typing_extensions import TypeVar

from wayveil.chance import Chance
from wayveil.counts import Counts
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.part import Part
from wayveil.record import Edits, Origin, Record, Tally
from wayveil.shapes import Findings, Outlines, Shape, Tracks, Trajectories

T = TypeVar("T", bound=Tracks, default=Trajectories)

Unit = Literal["trajectory", "user"]
Grade = Literal["proved", "verified", "measured", "assumed"]
Answer = Literal["yes", "no", "needs record", "needs original", "needs file"]
Risk = Literal["singling out", "linkability", "inference"]
Item = Literal["trajectory", "point", "place"]
Topic = Literal["loss", "likeness", "places", "trips", "risk", "other"]
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)


@dataclass(frozen=True)
class Draft(Generic[T]):
    """What a method made, before ids, order and rounding: not yet a release.

    Deleted points of trajectories that are released are among the removed; a method that moves
    points one by one, or makes some up, counts them in `edits`.
    """

    data: T
    origin: Origin
    removed: Tally = field(default_factory=Tally)
    edits: Edits | None = None


@dataclass(frozen=True)
class Outcome:
    """What an analysis may release (`Counts`, say), and what it had to leave out."""

    data: Shape
    removed: Tally = field(default_factory=Tally)


@dataclass(frozen=True)
class Verdict:
    """The answer to one claim about one release, with what was asked and what was found."""

    answer: Answer
    asked: int | float | str | None = None
    found: int | float | str | None = None
    note: str = ""

    @classmethod
    def of(cls, found: float, asked: float, note: str = "") -> Verdict:
        """Say yes if at least as much was found as was asked for."""
        return cls("yes" if found >= asked else "no", asked, found, note)


@dataclass(frozen=True)
class Reading:
    """One measure's headline value, and what lies behind it."""

    value: float
    unit: str
    n: int
    detail: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def not_applicable(cls, why: str) -> Reading:
        """Say that the measure has nothing to measure in this data, and why."""
        return cls(math.nan, "", 0, {"not_applicable": why})

    @property
    def applies(self) -> bool:
        """Whether there is a value."""
        return "not_applicable" not in self.detail


@dataclass(frozen=True, eq=False)
class Groups:
    """Who crossed whom: member rows, group after group, in the order of the meetings.

    Group g holds the trajectories `members[offsets[g]:offsets[g + 1]]`, by their places in the
    table, each once; and each has a point before `t[g]`. What they do from then on, at times
    >= `t[g]`, may be exchanged among them. Times never fall from one group to the next. A
    trajectory may be in several groups of one time: then they follow each other in this order.
    """

    members: Codes
    offsets: Ints
    t: Ints

    def __len__(self) -> int:
        return len(self.t)


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What an attacker knows: the clues, and whom each is about, which only the scorer is told.

    `about` holds places of trajectories in the original, or codes of owners, as the attack's
    `target` says. Of `left_out` targets too little is known to ask anything.
    """

    about: Ints
    clues: Any
    left_out: int = 0


@dataclass(frozen=True, eq=False)
class Guesses:
    """What an attacker answers: for each clue some released items, each as likely as the next.

    Clue i is answered by `items[offsets[i]:offsets[i + 1]]`; by nothing, where the attacker rather
    says nothing. Items are places of trajectories or of points in the release.
    """

    items: Ints
    offsets: Ints

    @classmethod
    def one_each(cls, items: Ints) -> Guesses:
        """Answer every clue with one item; -1 where nothing is said."""
        return cls(items[items >= 0], ragged.offsets_of((items >= 0).astype(np.int64)))

    def __len__(self) -> int:
        return len(self.offsets) - 1


@dataclass(frozen=True, eq=False)
class Whereabouts:
    """What an attacker answers who says where people really were, not which record is whose.

    For each released point, in their order, a place; at the time of the point whoever it stands
    for is said to have been within `within` metres of it, and in between on the straight way.
    """

    lat: Floats
    lon: Floats
    within: float

    def __len__(self) -> int:
        return len(self.lat)


class Filter(Part):
    """Leaves out trajectories or points, or cuts; never moves a point."""

    folder: ClassVar[str] = "filters"

    @abstractmethod
    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Give what stays, and the tally of what went."""


class Tessellation(Part):
    """Divides the earth, or a part of it, into cells, the same for every data set."""

    folder: ClassVar[str] = "tessellations"

    @abstractmethod
    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the cell of each point, -1 where there is none."""

    @abstractmethod
    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        """Give each cell's centre."""

    @abstractmethod
    def outlines(self, cells: Ints) -> Outlines:
        """Give each cell's outline."""

    @abstractmethod
    def areas(self, cells: Ints) -> Floats:
        """Give each cell's true area in square metres."""


class Meeting(Part):
    """Says when trajectories of different owners cross."""

    folder: ClassVar[str] = "meetings"
    #: In how many groups a trajectory must be to be published by SwapMob, unless told otherwise.
    min_n_swap: ClassVar[int] = 0

    @abstractmethod
    def __call__(self, data: Trajectories) -> Groups:
        """Give the groups of trajectories that cross; two owners at least in each."""


class Distance(Part):
    """Says how far apart two trajectories are; infinitely far where they cannot be compared."""

    folder: ClassVar[str] = "distances"

    @abstractmethod
    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Any:
        """Do once what all rows share.

        The plane, and whatever else depends on a whole data set, is taken from `basis`: the
        original, where `data` holds original and released trajectories side by side.
        """

    @abstractmethod
    def row(self, prepared: Any, i: int, candidates: Ints, out: Floats) -> None:
        """Write the distances from trajectory i to each candidate into `out`."""

    def pairs(self, prepared: Any, ones: Ints, others: Ints) -> Floats:
        """Give the distance from each of the ones to the other in the same place."""
        out = np.empty(len(ones))
        for place, i in enumerate(ones):
            self.row(prepared, int(i), others[place : place + 1], out[place : place + 1])
        return out


class Aggregation(Part):
    """Makes one trajectory of several. Each owner weighs the same, however many are theirs."""

    folder: ClassVar[str] = "aggregations"
    publishes_real_points: ClassVar[bool] = False

    @abstractmethod
    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Aggregate each cluster 0, 1, ...; every label must occur."""

    def __call__(self, members: Trajectories) -> Trajectories:
        """Aggregate all of a table."""
        return self.each(members, np.zeros(len(members), np.int64))


class Clustering(Part):
    """Divides trajectories into clusters of at least k owners, alike within."""

    folder: ClassVar[str] = "clusterings"

    @abstractmethod
    def labels(self, data: Trajectories, k: int) -> Ints:
        """Give each trajectory's cluster, 0, 1, ..., or -1 where it cannot be in any."""


class Claim(Part):
    """A promise about a release that can be checked by someone who knows nothing of the method.

    `adversary` says against whom it is made, `checkable_by` who can check it, `about` which shape
    it speaks of.
    """

    folder: ClassVar[str] = "claims"
    checkable_by: ClassVar[str]
    about: ClassVar[type[Shape]] = Trajectories

    @property
    def grade(self) -> Grade:
        """How good the evidence is: checked on this very output, if a claim says nothing else."""
        return "verified"

    @property
    @abstractmethod
    def adversary(self) -> str:
        """Against whom the promise is made."""

    @abstractmethod
    def check(
        self,
        released: Any,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Judge a release, of the shape that this is about, with what is at hand."""

    @abstractmethod
    def promise(self, unit: str) -> str:
        """Say in one sentence what is promised, to whom."""


class Anonymizer(Part):
    """Turns a table of trajectories and a source of chance into a draft of a release."""

    folder: ClassVar[str] = "methods"
    releases: ClassVar[type[Tracks]] = Trajectories

    @abstractmethod
    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Any]:
        """Anonymize; `data.owner` says who counts as one."""

    def claims(self) -> tuple[Claim, ...]:
        """Say what every release of this method holds; follows from the parameters alone."""
        return ()


class Analysis(Part):
    """Tells something about a table as a whole: numbers that may be shared, or findings that not.

    What may be shared is an `Outcome`: it is released with a certificate. `Findings` are for the
    publisher's eyes only, and carry no promise.
    """

    folder: ClassVar[str] = "analyses"
    releases: ClassVar[type[Shape] | type[Findings]] = Counts

    @abstractmethod
    def __call__(self, data: Trajectories, rng: Chance) -> Outcome | Findings:
        """Analyze; `data.owner` says who counts as one."""

    def claims(self) -> tuple[Claim, ...]:
        """Say what every release of this analysis holds; follows from the parameters alone."""
        return ()


class Measure(Part):
    """Compares a release with its original and reads off one number.

    `topic` says what the number is about, `about` which shape of release it reads, `unchanged`
    what it is for a release that is the original itself (None where that depends on the data).
    Whatever the data has nothing of to measure is `Infeasible`.
    """

    folder: ClassVar[str] = "measures"
    about: ClassVar[type[Tracks]] = Trajectories
    needs_origin: ClassVar[bool] = False
    #: What of the detail is worth a column of its own where readings stand side by side.
    beside: ClassVar[tuple[str, ...]] = ()
    topic: ClassVar[Topic] = "other"
    unchanged: ClassVar[float | None] = 0.0

    @abstractmethod
    def __call__(self, original: Trajectories, released: Any, origin: Origin | None) -> Reading:
        """Measure; where `origin` is None nothing is known about which came from which."""


class Attack(Part):
    """Tries to find out from a release, and from what an attacker knows, what it should not tell.

    It never sees the truth: `guess` is given clues and a release of the shape that it is `about`,
    and neither the original nor the record. `wayveil.trial` keeps both apart, and compares. It
    answers with items of the release, or, where its `item` is "place", with `Whereabouts`.
    """

    folder: ClassVar[str] = "attacks"
    about: ClassVar[type[Tracks]] = Trajectories
    risk: ClassVar[Risk]
    item: ClassVar[Item] = "trajectory"

    @property
    def target(self) -> Unit:
        """Whom the clues are about: trajectories, or users with all that is theirs."""
        return "trajectory"

    @abstractmethod
    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Say what the attacker knows of whom, before there is a release."""

    @abstractmethod
    def guess(self, clues: Any, released: Any, rng: Chance) -> Guesses | Whereabouts:
        """Answer each clue from the release; trajectories of one released owner are linked."""


class Synth(Part):
    """Makes trajectories of people who do not exist."""

    folder: ClassVar[str] = "synth"

    @abstractmethod
    def __call__(self, rng: Chance) -> Trajectories:
        """Make them; equal chance gives equal data."""
