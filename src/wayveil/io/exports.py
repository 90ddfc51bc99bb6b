"""Trajectories as the data frames of other libraries, for whoever has them installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from wayveil.errors import ParameterError
from wayveil.io.optional import needed
from wayveil.io.points import refuse_single_points, table
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

_WGS84: Final = "EPSG:4326"


def to_frame(data: Trajectories, library: str = "polars") -> Any:
    """Give the points as a data frame of another library.

    `polars`, `pandas`, `arrow` and `scikit-mobility` have columns for the place, `geopandas` and
    `trackintel` a geometry; `movingpandas` gives a collection of trajectories. For
    scikit-mobility this is the frame that `skmob.TrajDataFrame` takes.

    >>> import polars as pl
    >>> from wayveil.io import read
    >>> to_frame(read(pl.DataFrame({"tid": [1], "t": [0], "lat": [37.1], "lon": [5]}))).columns
    ['trajectory_id', 'timestamp', 'lat', 'lon']
    """
    if library not in _LIBRARIES:
        raise ParameterError(
            "there is no such library of data frames.", f"There are {', '.join(_LIBRARIES)}."
        )
    return _LIBRARIES[library](data)


def _arrow(data: Trajectories) -> Any:
    needed("pyarrow", "frames", "to make a table of Arrow")
    return table(data).to_arrow()


def _pandas(data: Trajectories) -> Any:
    pandas = needed("pandas", "frames", "to make a data frame of pandas")
    return pandas.DataFrame({c.name: _values(pandas, c) for c in table(data).iter_columns()})


def _values(pandas: Any, column: pl.Series) -> Any:
    """Give a column as NumPy has it; moments in UTC."""
    import polars as pl

    if not isinstance(column.dtype, pl.Datetime):
        return column.to_numpy()
    moments = pandas.Series(column.dt.replace_time_zone(None).to_numpy())
    return moments.dt.tz_localize("UTC") if column.dtype.time_zone else moments


def _geopandas(data: Trajectories) -> Any:
    geopandas = needed("geopandas", "frames", "to make a data frame of GeoPandas")
    frame = _pandas(data)
    points = geopandas.points_from_xy(frame.pop("lon"), frame.pop("lat"))
    return geopandas.GeoDataFrame(frame, geometry=points, crs=_WGS84)


def _movingpandas(data: Trajectories) -> Any:
    movingpandas = needed("movingpandas", "frames", "to make trajectories of MovingPandas")
    refuse_single_points(data, "MovingPandas")  # it would leave them out in silence
    frame = _geopandas(data)
    return movingpandas.TrajectoryCollection(frame, traj_id_col="trajectory_id", t="timestamp")


def _trackintel(data: Trajectories) -> Any:
    """Give what trackintel calls positionfixes; without users, each trajectory is one."""
    frame = _owned(_geopandas(data), "user_id")
    frame.index.name = "id"
    return frame.rename(columns={"timestamp": "tracked_at"}).rename_geometry("geom")


def _skmob(data: Trajectories) -> Any:
    """Give the columns that scikit-mobility knows; its times have no zone: they are in UTC."""
    frame = _owned(_pandas(data), "user_id")
    frame["timestamp"] = frame["timestamp"].dt.tz_localize(None)
    names = {"user_id": "uid", "trajectory_id": "tid", "timestamp": "datetime", "lon": "lng"}
    return frame.rename(columns=names)


def _owned(frame: Any, name: str) -> Any:
    return frame if name in frame.columns else frame.assign(**{name: frame["trajectory_id"]})


_LIBRARIES: Final[dict[str, Callable[[Trajectories], Any]]] = {
    "polars": table,
    "pandas": _pandas,
    "arrow": _arrow,
    "geopandas": _geopandas,
    "movingpandas": _movingpandas,
    "trackintel": _trackintel,
    "scikit-mobility": _skmob,
}
