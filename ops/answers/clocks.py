"""The two clocks of a question, as typed."""

from datetime import date, datetime

from ledger.clock import ClockWasWrong, end_of_day, instant_text, microseconds
from ledger.errors import Refused
from ledger.expected import from_to, one_of, or_later
from ledger.sentences import Input, Position, Sentence, plain
from ledger.store.ledger import Ledger
from ops.answers.answer import wrong_value
from ops.house import House, TrackName
from projections.queries import PoolQuery

_KNOWN_AT = "known_at"

_DIGITS = 18
"""Digits of a position; no ledger has as many events."""


class BeforeTheLedger(Refused):
    """The day or the instant is before the first event of the ledger."""

    def __init__(self, text: str, ended: int, began: str) -> None:
        """Keep the first instant after the moment, in microseconds since 1970."""
        self.ended = ended
        super().__init__(
            Sentence(
                "{input} {found}: not known to this ledger, which began on {began}",
                input=Input(_KNOWN_AT),
                found=text,
                began=began,
            ),
            field=_KNOWN_AT,
            found=text,
            expected=or_later(began),
        )


def pool_known_at(
    house: House, name: str, text: str | None, track: TrackName = "official"
) -> PoolQuery:
    """Return a pool as known at a moment; a day ends in the pool's zone.

    Raises UnknownPool, BeforeTheLedger.
    """
    pools = house.official.facts.pools
    zone = pools[name].opened.zone if name in pools else "UTC"
    return house.pool(name, known_position(house.ledger, text, zone), track)


def known_position(ledger: Ledger, text: str | None, zone: str) -> int | None:
    """Return the last position known at a day (its end in a zone), an instant, or `#N`.

    None is the end of the ledger. Raises BeforeTheLedger; Refused for text that is none of these.
    """
    if text is None:
        return None
    if text.startswith("#"):
        position, last = position_of(text), ledger.read.head().next_position - 1
        if position > last:
            problem = Sentence(
                "positions go from {first} to {last}", first=Position(0), last=Position(last)
            )
            raise wrong_value(_KNOWN_AT, text, problem, from_to(Position(0), Position(last)))
        return position
    return _known_at(ledger, text, _first_instant_after(text, zone))


def _first_instant_after(text: str, zone: str) -> int:
    is_day = len(text) == len("2026-01-31")
    try:
        day = (date if is_day else datetime).fromisoformat(text)
    except ValueError as error:
        raise _unclear(text) from error
    try:
        return end_of_day(day, zone) if is_day else instant_of(text, _KNOWN_AT) + 1
    except OverflowError:
        raise _unclear(text) from None


def _unclear(text: str) -> Refused:
    problem = Sentence(
        "write a day (2026-01-31), an instant (2026-01-31T12:00:00+01:00) or a position (#12)"
    )
    expected = Sentence("a day, an instant or #POSITION")
    return wrong_value(_KNOWN_AT, text, problem, expected, code="not-a-moment")


def _known_at(ledger: Ledger, text: str, moment: int) -> int:
    """Return the last position recorded before an instant. Raises Refused if uncertain."""
    try:
        position = ledger.read.position_at(moment)
    except ClockWasWrong as wrong:
        raise _uncertain(text, wrong) from wrong
    if position < 0:
        began = instant_text(ledger.read.true_instant(0))
        raise BeforeTheLedger(text, moment, began)
    return position


def _uncertain(text: str, wrong: ClockWasWrong) -> Refused:
    last = Position(wrong.last)
    problem = (
        Sentence(
            "a wrong clock recorded events about then; ask by position: {known} for what is "
            "certain, {last} with all that may have been known",
            known=Position(wrong.known),
            last=last,
        )
        if wrong.known >= 0
        else Sentence(
            "a wrong clock recorded events about then; ask by position: {last} with all that may "
            "have been known",
            last=last,
        )
    )
    positions = one_of([f"#{wrong.known}", f"#{wrong.last}"])
    return wrong_value(_KNOWN_AT, text, problem, positions, code="wrong-clock-then")


def instant_of(text: str, name: str) -> int:
    """Read an instant with zone, in microseconds since 1970. Raises Refused."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        problem = Sentence("write an instant with its zone, as 2026-01-31T12:00:00+01:00")
        expected = Sentence("an instant with its zone")
        raise wrong_value(name, text, problem, expected, code="not-a-moment") from error
    if moment.tzinfo is None:
        with_zone = f"{moment.isoformat(timespec='minutes')}+01:00"
        problem = Sentence("an instant needs its zone, as in {example}", example=with_zone)
        raise wrong_value(name, text, problem, plain(with_zone), code="zone-needed")
    return microseconds(moment)


def position_of(text: str) -> int:
    """Read a position such as #12. Raises Refused."""
    number = text.removeprefix("#")
    if number.isascii() and number.isdigit() and len(number) > _DIGITS:
        problem = Sentence(
            "'{found}' is too large for a position: at most {digits} digits",
            found=text,
            digits=_DIGITS,
        )
        raise Refused(problem, code="not-a-position", found=text, expected="#12")
    if not (number.isascii() and number.isdigit()):
        problem = Sentence("'{found}' is not a position: write it as #12", found=text)
        raise Refused(problem, code="not-a-position", found=text, expected="#12")
    return int(number)
