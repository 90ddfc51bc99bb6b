"""How the documentation becomes a site: sphinx-build -W docs site

It needs no network. The pages under `parts/` are written anew each time, from the parts themselves.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import part_pages

import wayveil

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "wayveil"
author = "the authors of wayveil"
release = version = wayveil.__version__

extensions = ["myst_parser"]
exclude_patterns = ["_build", "site"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
highlight_language = "text"

html_theme = "furo"
html_title = "wayveil"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Write the pages of the parts before anything is read."""
    app.connect("builder-inited", lambda app: part_pages.write(Path(app.srcdir) / "parts"))
