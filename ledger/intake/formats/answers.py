"""The arguments of an import that answer what a report lacks, as they are typed."""

from __future__ import annotations

from typing import Final

Answer = tuple[str, ...]
"""Options and their values; () where no argument answers it."""

FILL_IN: Final = "…"
A_DAY: Final = "YYYY-MM-DD"
"""What stands for a text, and for a day, that a person has yet to give."""

DATE_ORDER: Final[Answer] = ("--date-order", "ymd")
"""The order in which the format prints a date of two digits of year; dmy is the other one."""


REGISTER_NEW: Final[Answer] = ("--register-new",)

MAP: Final[Answer] = ("--map", FILL_IN)
"""Names the file in which a person says who entrants are."""


def setting(fact: str, value: str = FILL_IN) -> Answer:
    """Give a fact by hand."""
    return ("--set", f"{fact}={value}")


def subject(answer: Answer) -> str:
    """Give what an answer is about: a fact given by hand, or an option."""
    return answer[1].partition("=")[0] if answer[0] == "--set" else answer[0]
