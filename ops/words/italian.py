"""How Italian says sentences: by the catalogue, and values by their type.

Days after a preposition are elided before a vowel (`dall’8`, `dell’11`), numbers have a decimal
comma and, from 10 000 on, a point between thousands.
"""

import gettext
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from hashlib import file_digest
from pathlib import Path
from typing import Final

from ledger.logs import Logger
from ledger.sentences import (
    Amount,
    Body,
    Change,
    Count,
    Figures,
    Input,
    Language,
    ListName,
    Remedy,
    Sentence,
    Value,
    Word,
    by_id,
)

log = Logger(__name__)

BUILT: Final = Path(__file__).with_name("it.mo")
"""The catalogue as it is read, made of it.po when the project is installed."""

MONTHS: Final = (
    *("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno"),
    *("luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
)
NOUNS: Final = {
    "day": ("giorno", "giorni"),
    "entrant": ("iscritto", "iscritti"),
    "entry": ("ingresso", "ingressi"),
    "era": ("epoca", "epoche"),
    "event": ("evento", "eventi"),
    "fault": ("errore", "errori"),
    "key": ("chiave", "chiavi"),
    "file": ("file", "file"),
    "closed list": ("lista chiusa", "liste chiuse"),
    "counted game": ("partita valida", "partite valide"),
    "game": ("partita", "partite"),
    "group": ("gruppo", "gruppi"),
    "hour": ("ora", "ore"),
    "list": ("lista", "liste"),
    "player": ("giocatore", "giocatori"),
    "part": ("parte", "parti"),
    "point": ("punto", "punti"),
    "rating": ("punteggio", "punteggi"),
    "report": ("rapporto", "rapporti"),
    "round": ("turno", "turni"),
    "row": ("riga", "righe"),
    "second": ("secondo", "secondi"),
    "tournament": ("torneo", "tornei"),
    "turn": ("turno", "turni"),
    "value": ("valore", "valori"),
}
"""By noun of a count: one, several."""

NOUNS_OF: Final = {"elo-rubele": {"tournament": ("gara", "gare")}}
"""Nouns that a system of rating says otherwise, by its context in the catalogue."""

_WITH_DAYS: Final = {
    "il": ("il ", "l’"),
    "al": ("al ", "all’"),
    "dal": ("dal ", "dall’"),
    "del": ("del ", "dell’"),
    "nel": ("nel ", "nell’"),
}
_OF_LIST: Final = "di"

FORMS: Final = frozenset((*_WITH_DAYS, _OF_LIST))
"""What may stand after a colon in an Italian sentence: a day after an article or a preposition, the
name of a list after the word for it."""

_FROM_A_VOWEL: Final = (8, 11)
"""Days of a month whose name begins with a vowel: otto, undici."""

_GROUPED_FROM: Final = 10_000


def digest() -> str:
    """Return the SHA-256 of the catalogue, in hex; empty where it was not built."""
    if not BUILT.exists():
        return ""
    with BUILT.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


class Italian(Language):
    """Italian."""

    code = "it"

    def __init__(
        self,
        remedy: Callable[[Remedy], str] = str,
        named: Callable[[Input], str] = str,
        body: Callable[[Body, str], str] = by_id,
        terms: Callable[[], str] = str,
    ) -> None:
        """Read the catalogue; where it was not built everything is said in English.

        `terms` returns the system whose terms are said; "": of none.
        """
        super().__init__(remedy, named, body)
        self._terms = terms
        self._catalogue = gettext.NullTranslations()
        try:
            with BUILT.open("rb") as file:
                self._catalogue = gettext.GNUTranslations(file)
        except FileNotFoundError:
            log.warning("catalogue_not_built", path=str(BUILT), remedy="install the project anew")

    def template(self, words: Sentence) -> str:
        """Return the Italian template of a sentence; the English one where none is known."""
        if isinstance(words, Word):
            known = self._catalogue.pgettext(words.of, words.template)
            own = self._catalogue.pgettext(f"{self._terms()} {words.of}", words.template)
            return known if own == words.template else own
        if not words.template:
            return ""
        own = self._template(words, self._terms())
        return own if own not in (words.template, words.more) else self._template(words, "")

    def _template(self, words: Sentence, system: str) -> str:
        """Return the template in the terms of a system; the English one where none is known."""
        known, one, more = self._catalogue, words.template, words.more
        if not more:
            return known.pgettext(system, one) if system else known.gettext(one)
        number = int(words.values["number"])  # type: ignore[arg-type]  # of two templates it is one
        if system:
            return known.npgettext(system, one, more, number)
        return known.ngettext(one, more, number)

    def formed(self, value: Value, form: str) -> str:
        """Return a value as text; a day, or the name of a list, in its form."""
        text = self.write(value)
        if form == _OF_LIST and isinstance(value, ListName) and value.day:
            return f"di {text}" if value.of_month else self.formed(value.day, "del")
        if not form or not isinstance(value, date):
            return text
        return _WITH_DAYS[form][value.day in _FROM_A_VOWEL] + text

    def write(self, value: Value) -> str:
        """Return a value as text."""
        match value:
            case None:
                return "nessuno"
            case bool():
                return "sì" if value else "no"
            case Amount():
                return grouped(int(value))
            case ListName() if value.day:
                day = self.write(value.day)
                return day.partition(" ")[2] if value.of_month else day
            case Count():
                one, several = NOUNS_OF.get(self._terms(), NOUNS).get(value.noun, NOUNS[value.noun])
                return f"{grouped(value.number)} {one if value.number == 1 else several}"
            case date():
                day = "1°" if value.day == 1 else str(value.day)
                return f"{day} {MONTHS[value.month - 1]} {value.year}"
            case Change():
                return super().write(value).replace("-", "−")
            case Fraction():
                return _figures(super().write(value))
            case Figures():
                return _figures(value)
        return super().write(value)


def _figures(number: str) -> str:
    return number.replace(".", ",").replace("-", "−")


def grouped(number: int) -> str:
    """Return a number with points between thousands from 10 000 on, and a true minus."""
    text = f"{number:,}" if abs(number) >= _GROUPED_FROM else str(number)
    return text.replace(",", ".").replace("-", "−")
