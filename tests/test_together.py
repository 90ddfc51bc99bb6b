from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import tables
from wayveil.shapes import Trajectories
from wayveil.together import together


@settings(deadline=None)
@given(st.lists(tables(max_size=4), min_size=1, max_size=3))
def test_tables_one_below_the_other(drawn: list[Trajectories]) -> None:
    joined = together(*drawn)
    assert joined.shapes() == [shape for table in drawn for shape in table.shapes()]
    assert joined.id.tolist() == joined.owner.tolist() == list(range(len(joined)))
    assert joined.names.ids is None
    assert joined.names.owners is None
    assert joined.extra is None
