"""Parts for ships."""
