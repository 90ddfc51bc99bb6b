"""Guidance: what to publish of this data, for this purpose, against this attacker."""

from wayveil.advice.advising import Advice, advise

__all__ = ["Advice", "advise"]
