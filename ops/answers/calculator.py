"""The calculator: a first rating, or the change of a rating, from typed numbers.

The columns of the edition compute it, as they compute a list; the worksheet is that of an
explanation. No ledger is needed.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

import msgspec

from ledger.errors import Refused, words_of
from ledger.expected import or_later
from ledger.sentences import Input, Sentence
from ops.answers.answer import out_of_range
from projections.calculation import Calculation, TypedTournament, exact
from projections.queries.calculation import calculate
from projections.queries.calculation.sheets import Calculated
from projections.queries.calculation.typed_source import asks_awards, words_elsewhere
from projections.queries.explain.sheets import Exact
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.whole import Incomputable

VERSION: Final = 2
"""Version of the document."""

TOURNAMENTS: Final = 100
GAMES: Final = 1_000
"""The most tournaments and games of one calculation."""

_HIGHEST_K: Final = 99
_MOST_GAMES: Final = 9_999
_DEVIATION: Final = 2_000
_HUNDREDTHS: Final = 100
_FIRST_YEAR: Final = 1900


class CalculationDocument(Calculated, frozen=True, kw_only=True, omit_defaults=True):
    """A calculation with its question, version and digest of numbers."""

    version: int
    asked: Calculation
    numbers_digest: str
    """Of the numbers in the edition of the list."""


class CalculatedRow(msgspec.Struct, frozen=True):
    """A game of a calculation, as a row."""

    tournament: int
    """The place among the tournaments as typed, from 1."""
    round: int
    result: str
    columns: Mapping[str, Exact | None]
    why: Sentence | None


def game_rows(found: Calculated) -> tuple[CalculatedRow, ...]:
    """Return the games of a calculation, in the order of play."""
    played = [sheet for step in found.steps for sheet in step.tournaments]
    names = dict.fromkeys(name for sheet in played for game in sheet.games for name in game.cells)
    return tuple(
        CalculatedRow(
            sheet.number,
            game.round,
            game.result,
            {name: game.cells[name].value if name in game.cells else None for name in names},
            game.remark,
        )
        for sheet in played
        for game in sheet.games
    )


def calculated(asked: Calculation, today: date) -> CalculationDocument:
    """Return the calculation asked for; `today` stands for days that are not typed.

    Raises Refused for a number out of range or not asked for, OutsideRulebook.
    """
    check(asked, today)
    try:
        found = calculate(asked, today)
    except Incomputable as error:
        field = error.field or "rating"
        raise Refused(words_of(error), code=error.code, field=field, found=error.found) from error
    digest = rulebook(asked.rulebook).edition(found.edition).digest
    fields = msgspec.structs.asdict(found)
    return CalculationDocument(**fields, version=VERSION, asked=asked, numbers_digest=digest)


def decoded(document: bytes | str) -> Calculation:
    """Return a question read from its JSON. Raises msgspec.ValidationError, DecodeError."""
    return msgspec.json.decode(document, type=Calculation, dec_hook=exact)


def check(asked: Calculation, today: date) -> None:
    """Refuse a calculation with numbers out of range, or not asked for by the regulation."""
    law = rulebook(asked.rulebook)
    _check_asked(law, asked)
    highest = 10 ** next(one.width for one in law.list_columns if one.name == "rating") - 1
    ranges = (
        ("rating", asked.rating, 0, highest),
        ("peak", asked.peak, 0, highest),
        ("decided_rating", asked.decided_rating, 0, highest),
        ("k", asked.k or 0, 0, _HIGHEST_K),
        ("games", asked.games, 0, _MOST_GAMES),
        ("rounding_tenths", asked.rounding_tenths, -9, 9),
        ("tournaments", len(asked.tournaments), 0, TOURNAMENTS),
        *((f"rated_elsewhere.{word}", n, 0, highest) for word, n in asked.rated_elsewhere.items()),
    )
    for field, found, least, most in ranges:
        _check_range(field, found, least, most)
    if asked.birth_year:
        _check_range("birth_year", asked.birth_year, _FIRST_YEAR, today.year)
    _check_range("games", sum(len(one.games) for one in asked.tournaments), 0, GAMES)
    for number, tournament in enumerate(asked.tournaments):
        _check_tournament(law, tournament, f"tournaments[{number}]", highest)


def _check_range(field: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise out_of_range(field, found, least, most)


def _check_asked(law: Rulebook, asked: Calculation) -> None:
    """Refuse a value without effect: the regulation does not read it."""
    for field, found, read in _not_read(law, asked):
        raise Refused(
            Sentence(
                "{input} {found}: {rulebook} does not read it; it reads {read}",
                input=Input(field),
                found=str(found),
                rulebook=law.name,
                read=read,
            )
            if read
            else Sentence(
                "{input} {found}: {rulebook} does not read it",
                input=Input(field),
                found=str(found),
                rulebook=law.name,
            ),
            code="not-read",
            field=field,
            found=found,
            expected=read,
        )


_SOMETIMES_READ: Final = (
    *("k", "peak", "birth_year", "decided_rating", "federation", "award_elsewhere"),
    *("category_elsewhere", "counted_this_year", "rounding_tenths"),
)
"""Fields of a calculation that not every regulation reads."""


def read_by(law: Rulebook) -> frozenset[str]:
    """Return the fields of a calculation, and of its tournaments, that a regulation reads.

    Without those that every regulation reads.
    """
    facts, awards = _facts(law), asks_awards(law)
    read = {
        **{name: name in law.state for name in ("k", "peak", "games", "rounding_tenths")},
        **{name: name in facts for name in ("birth_year", "decided_rating", "federation")},
        "award_elsewhere": awards,
        "category_elsewhere": awards,
        "counted_this_year": "counted_years" in law.state,
        "deviation": law.chained,
        "rated_elsewhere": bool(words_elsewhere(law)),
        "online": "online" in facts,
        "time_control": "time_control_text" in facts,
        "weight": "weight_over" in facts,
    }
    return frozenset(name for name, is_read in read.items() if is_read)


def _not_read(law: Rulebook, asked: Calculation) -> Iterator[tuple[str, object, str]]:
    """Yield each typed value that the regulation does not use, with the names of usable values."""
    read = read_by(law)
    for field in _SOMETIMES_READ:
        found = getattr(asked, field)
        if found and field not in read:
            yield field, found, ""
    words = words_elsewhere(law)
    for word in asked.rated_elsewhere:
        if word not in words:
            yield "rated_elsewhere", word, ", ".join(words)
    for field, known in _names_elsewhere(law).items():
        found = getattr(asked, field)
        if found and found not in known:
            yield field, found, ", ".join(known)


def _facts(law: Rulebook) -> frozenset[str]:
    """Return the facts read by the newest edition, apart from the articles on admission."""
    edition = law.editions[-1]
    return (edition.without_admission or edition).asked


def _names_elsewhere(law: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the categories and awards of the other discipline, by field."""
    if not asks_awards(law):
        return {}
    numbers = law.editions[-1].numbers
    categories = tuple(name for name, _ in numbers["conversion"])
    titles = tuple(name for name, _ in numbers["title_conversion"])
    return {"category_elsewhere": categories, "award_elsewhere": (*categories, *titles)}


def _check_tournament(law: Rulebook, typed: TypedTournament, where: str, highest: int) -> None:
    for number, game in enumerate(typed.games):
        _check_range(f"{where}.games[{number}].opponent", game.opponent, 0, highest)
    _check_range(f"{where}.rating", typed.rating or 0, 0, highest)
    _check_range(f"{where}.counted_games", typed.counted_games, 1, _MOST_GAMES)
    if typed.start and typed.end and typed.end < typed.start:
        raise Refused(
            Sentence(
                "{tournament}: it ends on {end}, before it starts on {start}",
                tournament=Input(where),
                end=typed.end,
                start=typed.start,
            ),
            code="days-out-of-order",
            field=f"{where}.end",
            found=typed.end,
            expected=or_later(typed.start),
        )
    if "time_control_text" in _facts(law):
        _check_time_control(typed, where)
    for field, found, problem in _contradictions(law, typed):
        raise Refused(
            Sentence("{tournament}: {problem}", tournament=Input(where), problem=problem),
            code="options-contradict",
            field=f"{where}.{field}",
            found=found,
        )


def _check_time_control(typed: TypedTournament, where: str) -> None:
    """Refuse a tournament without time control, where K depends on it."""
    if not typed.time_control:
        raise Refused(
            Sentence(
                "{tournament}: K depends on the time control: write it as 5400+30",
                tournament=Input(where),
            ),
            code="detail-missing",
            field=f"{where}.time_control",
            expected=Sentence("seconds and increment, as 5400+30"),
        )


def _contradictions(
    law: Rulebook, typed: TypedTournament
) -> Iterator[tuple[str, object, Sentence]]:
    """Yield the values of a tournament that contradict others, or the regulation."""
    deviation = typed.deviation
    if typed.rating is not None and law.chained:
        carried = Sentence("the rating is that after the tournament before")
        yield "rating", typed.rating, carried
    if typed.weight != "1" and "weight_over" not in _facts(law):
        none = Sentence("{rulebook} has no weights of tournaments", rulebook=law.name)
        yield "weight", typed.weight, none
    if typed.online and "online" not in _facts(law):
        unread = Sentence("{rulebook} does not read it", rulebook=law.name)
        yield "online", typed.online, unread
    if deviation is None:
        return
    if not law.chained:
        of_games = Sentence("{rulebook} computes from the games: type them", rulebook=law.name)
        yield "deviation", deviation, of_games
    if typed.games:
        yield "deviation", deviation, Sentence("type the games or the deviation, not both")
    if (_HUNDREDTHS * deviation).denominator != 1 or abs(deviation) > _DEVIATION:
        largest = Sentence("a number with two decimals, at most {most}", most=_DEVIATION)
        yield "deviation", deviation, largest
