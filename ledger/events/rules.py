"""Events of the streams `rulebook-RULEBOOK`: comparisons of the code with the text."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.base import By, Fact, Id


class RulesCompared(Fact, frozen=True, kw_only=True):
    """Somebody compared the code of an edition with the text of the regulation."""

    TYPE = "rules-compared.v1"
    STREAM = "rulebook-{fact.rulebook}"
    DAY = "compared_on"

    rulebook: Annotated[Id, Meta(description="the rulebook, by its name")]
    edition: Annotated[Id, Meta(description="the edition compared, e.g. 2025-10-01")]
    compared_on: Annotated[date, Meta(description="day of the comparison")]
    by: By
