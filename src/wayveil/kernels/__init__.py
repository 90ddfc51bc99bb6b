"""Pure functions of arrays: arithmetic without words, files or chance."""
