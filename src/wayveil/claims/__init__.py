"""Claims: what a release promises, re-checked on the release itself."""
