"""Tessellations: how the earth is divided into cells."""
