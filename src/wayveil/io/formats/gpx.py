"""GPX: the tracks of devices and apps, read by expat as they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final
from xml.parsers import expat
from xml.sax.saxutils import escape

from wayveil.errors import InputError
from wayveil.io.blocks import Counted
from wayveil.io.columns import COUNTED, Header
from wayveil.io.points import decimals, moments, one_row_each
from wayveil.io.source import Parsed
from wayveil.io.texts import ISO, joined, joined_by_trajectory
from wayveil.shapes import Trajectories

_CHUNK: Final = 1 << 20
_POINTS: Final = 200_000
_LONGEST_TOKEN: Final = 64 << 20
_OURS: Final = "wayveil"
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<gpx version="1.1" creator="{_OURS}" xmlns="http://www.topografix.com/GPX/1/1">\n'
)
_USER: Final = '<extensions><user_id xmlns="urn:wayveil">{}</user_id></extensions>'


def source(stream: Counted, name: str, path: Path | None) -> GpxSource:
    """Open a file of tracks."""
    return GpxSource(stream, name)


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write each trajectory as a track of one segment."""
    import polars as pl

    rows = one_row_each(data, "gpx").cast(pl.String)
    times = moments(data).dt.strftime(ISO)
    lat, lon = decimals(data.lat), decimals(data.lon)
    point = ['<trkpt lat="', lat, '" lon="', lon, '"><time>', times, "</time></trkpt>"]
    heads = [_head(*row) for row in rows.iter_rows()]
    text = joined(
        "<trk>",
        pl.Series(heads, dtype=pl.String),
        "<trkseg>\n",
        joined_by_trajectory(data, *point, mark="\n"),
        "\n</trkseg></trk>\n",
    )
    file.write(_HEAD.encode())
    for part in text:
        file.write(part.encode())
    file.write(b"</gpx>\n")


def _head(id: str, user: str | None = None) -> str:
    texts = [escape(text) for text in (id, user) if text is not None]
    if not all(text.isprintable() for text in texts):
        raise InputError(
            "an id has characters in it that XML cannot hold.", "Write another format than gpx."
        )
    return f"<name>{texts[0]}</name>" + "".join(map(_USER.format, texts[1:]))


class GpxSource:
    """Points of tracks; a track is a trajectory, its segments joined.

    Waypoints are taken where there are no tracks; routes are plans, and never taken.
    """

    as_text = True

    def __init__(self, stream: Counted, name: str) -> None:
        self._stream, self._name = stream, name
        self.notes: list[str] = []
        self._reader = _Reader(name)
        self._blocks = self._read()
        self._first = next(self._blocks)
        users = ["user_id"] if self._first.user else []
        columns = (COUNTED, *users, "timestamp", "lat", "lon")
        self.header = Header(name, columns, numbered=not self._reader.ours)

    def blocks(self) -> Iterator[_Points]:
        """Give some points at a time."""
        yield self._first
        yield from self._blocks

    def parse(self, block: _Points, roles: Mapping[str, str]) -> Parsed:
        """Turn points into columns."""
        import polars as pl

        texts: dict[str, Any] = {
            COUNTED: block.track,
            "timestamp": block.time,
            "lat": block.lat,
            "lon": block.lon,
        }
        if "user_id" in self.header.names:
            texts["user_id"] = block.user or [None] * len(block.lat)
        frame = pl.DataFrame([pl.Series(n, texts[n], dtype=pl.String) for n in self.header.names])
        for place in ("lat", "lon"):
            numbers = frame[place].cast(pl.Float64, strict=False)
            if not numbers.null_count():
                frame = frame.with_columns(numbers)
        return Parsed(frame, signs={("time", "no times"): frame["timestamp"].null_count()})

    def _read(self) -> Iterator[_Points]:
        """Parse piece after piece; at least one block comes, be it empty."""
        reader, none = self._reader, True
        while chunk := self._stream.read(_CHUNK):
            reader.feed(chunk)
            if len(reader.points.lat) >= _POINTS and reader.between:
                none = False
                yield reader.taken()
        reader.feed(b"", final=True)
        if none and not reader.points.lat and reader.waypoints.lat:
            reader.points, reader.waypoints = reader.waypoints, _Points()
            self.notes.append("no tracks: the waypoints are taken as one")
        self._tell(reader)
        if none or reader.points.lat:
            yield reader.taken()

    def _tell(self, reader: _Reader) -> None:
        for count, what in (
            (len(reader.waypoints.lat), "waypoints"),
            (reader.routed, "points of routes"),
        ):
            if count:
                self.notes.append(f"{count:,} {what} left out: they are no tracks")


class _Points:
    """Columns of text."""

    def __init__(self) -> None:
        self.track: list[str] = []
        self.user: list[str | None] = []
        self.time: list[str | None] = []
        self.lat: list[str | None] = []
        self.lon: list[str | None] = []


class _Reader:
    """What expat tells, gathered into points."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.points, self.waypoints = _Points(), _Points()
        self.ours, self.routed = False, 0
        self._track, self._tracks = "1", 0
        self._user: str | None = None
        self._inside: str | None = None  # the point that is open
        self._depth = self._opened = self._fed = 0
        self._text: list[str] | None = None
        self._time: str | None = None
        self._expat = expat.ParserCreate()
        self._expat.buffer_text = True
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.StartDoctypeDeclHandler = self._refuse_entities

    def feed(self, chunk: bytes, final: bool = False) -> None:
        """Parse a piece of the file."""
        try:
            self._expat.Parse(chunk, final)
        except expat.ExpatError:
            raise InputError(
                f"{self._name} is no GPX that can be read: its XML breaks or ends early, around "
                f"line {self._expat.CurrentLineNumber:,}.",
                "Fetch or export it again.",
            ) from None
        self._fed += len(chunk)
        if self._fed - self._expat.CurrentByteIndex > _LONGEST_TOKEN:
            raise InputError(f"{self._name} has one piece of more than {_LONGEST_TOKEN >> 20} MB.")

    @property
    def between(self) -> bool:
        """Whether no point is open."""
        return self._inside is None

    def taken(self) -> _Points:
        """Give the points so far, and begin anew."""
        out, self.points = self.points, _Points()
        return out

    def _start(self, name: str, about: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self._depth += 1
        if self._depth == 1:
            self._begin(name, about)
        elif name in ("trkpt", "wpt"):
            points = self.points if name == "trkpt" else self.waypoints
            points.lat.append(about.get("lat"))
            points.lon.append(about.get("lon"))
            self._inside, self._opened, self._time = name, self._depth, None
        elif name == "trk":
            self._tracks += 1
            self._track, self._user = str(self._tracks), None
        elif name == "rtept":
            self.routed += 1
        elif self._wanted(name):
            self._text = []
            self._expat.CharacterDataHandler = self._text.append

    def _wanted(self, name: str) -> bool:
        if self._inside is not None:
            return name == "time" and self._depth == self._opened + 1
        return self.ours and name in ("name", "user_id")

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        self._depth -= 1
        if self._text is not None:
            self._keep(name, "".join(self._text))
            self._text = self._expat.CharacterDataHandler = None
        elif name == self._inside and self._depth == self._opened - 1:
            points = self.points if name == "trkpt" else self.waypoints
            points.time.append(self._time)
            points.track.append(self._track)
            if self._user is not None:
                points.user.append(self._user)
            self._inside = None

    def _keep(self, name: str, text: str) -> None:
        if name == "time":
            self._time = text
        elif name == "name":
            self._track = text
        elif name == "user_id":
            self._user = text

    def _begin(self, name: str, about: dict[str, str]) -> None:
        if name != "gpx":
            raise InputError(f"{self._name} is XML, but no GPX.", "Its first element is no gpx.")
        self.ours = about.get("creator") == _OURS

    def _refuse_entities(self, *_: Any) -> None:
        raise InputError(
            f"{self._name} declares a document type, through which a small file can grow without "
            "bound.",
            "No GPX needs one: delete the line that begins with <!DOCTYPE.",
        )
