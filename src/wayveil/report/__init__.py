"""The report: pages that show what a release is, for people."""
