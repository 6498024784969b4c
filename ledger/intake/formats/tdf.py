"""Reader of Vega's tournament description files (`.tdf`): TRF's codes, fields between bars.

Source: Vega's manual of 2016, appendix P; the layout and what is assumed stand in `FORMATS.md`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from ledger.expected import one_of
from ledger.intake.formats.cells import EMPTY, UNREADABLE, Cell
from ledger.intake.formats.dates import DAYS_OF_ROUNDS, WITHOUT_A_DAY, days_of
from ledger.intake.formats.header import HeaderReader
from ledger.intake.formats.layout import Field, is_number_of_rounds
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.players import (
    BIRTH,
    FEDERATION,
    NAME,
    NATIONAL_NUMBER,
    NATIONAL_RATING,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    Player,
    in_order,
    read_entrant,
    within_limits,
)
from ledger.intake.formats.problems import Place, Problems, Value, Words
from ledger.intake.formats.reading import (
    CHESS,
    DRAUGHTS,
    GAMES_ALONE,
    IGNORE,
    NO_FACTS,
    Reading,
    check_choices,
    joined,
)
from ledger.intake.formats.rows import CORRECT_IT, CORRECT_ROUND, Row, row_in
from ledger.intake.formats.scoring import Scoring
from ledger.intake.formats.text import Line, check_count, numbered_lines
from ledger.intake.formats.trf.records import NAMES, PLAYER, Records, keep_once
from ledger.sentences import Sentence
from ledger.tournaments.report import NationalNumber

AS_IN_TRF: Final = ("012", "022", "032", "042", "052", "092", "122")
ARBITERS: Final = ("102", "112")
NOT_NEEDED: Final = ("072", "082", "152", "172", "182", "192")
OWN: Final = {
    "062": NAMES["062"],
    "132": DAYS_OF_ROUNDS,
    "142": Sentence("points for a win and a draw (142)"),
    "162": Sentence("number of rounds (162)"),
}
"""Records with another meaning or form than in TRF."""

_SCORINGS: Final[dict[tuple[int, ...], Scoring]] = {(2, 1): CHESS, (4, 2): DRAUGHTS}
"""Ways to count, by the half points of a win and of a draw."""

_AMOUNT: Final = re.compile("([0-9]{1,3})(?:[.,]([05])0?)?")


def read_tdf(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    points: str = "1-½-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a tournament description file and report all its faults at once.

    The arguments are those of the TRF reader: `points` is how wins count where the file does not
    say (record 142), or "ignore". ValueError for unknown `points` or `date_order`. Nothing in the
    file raises.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    if not lines:
        return Reading(None, problems.all())
    records, own_lines = _by_record(lines, problems)
    own = {
        code: Value(Place(name, own_lines[code].number), own_lines[code].value)
        if code in own_lines
        else Value(Place(name), "")
        for code, name in OWN.items()
    }
    header = HeaderReader(records, facts, problems, date_order, announced).header()
    is_announced = own["162"].text and is_number_of_rounds(own["162"], problems)
    header = replace(
        header,
        round_days=_round_days(own["132"], date_order, problems),
        announced_rounds=own["162"] if is_announced else None,
    )
    line, number_of_players = own_lines.get("062"), len(records.players)
    check_count(line, OWN["062"], number_of_players, problems)
    players = _players(records.players, header.federation, problems)
    players = without_byes(players, facts, problems)
    return joined(header, players, _scoring(own["142"], points, problems), points, problems)


def _by_record(lines: Sequence[Line], problems: Problems) -> tuple[Records, dict[str, Line]]:
    """Sort the lines: records shared with TRF and players, and the records of OWN."""
    records, own = Records(), dict[str, Line]()
    for line in lines:
        code = line.code
        if code == PLAYER:
            records.players.append(line)
        elif code in AS_IN_TRF or code in OWN:
            keep_once(line, own if code in OWN else records.tournament, code, problems)
        elif code in ARBITERS:
            records.several.setdefault(code, []).append(line)
        elif code not in NOT_NEEDED:
            place, remedy = Place("record", line.number, 1, 3), Sentence("correct the code")
            expected = Sentence("the code of a record of Vega's .tdf")
            problems.refuse(place, code.rstrip(), expected, remedy)
    return records, own


def _scoring(value: Value, points: str, problems: Problems) -> Scoring:
    if not value.text:
        return DRAUGHTS if points == "2-1-0" else CHESS
    amounts = [_AMOUNT.fullmatch(word) for word in value.text.split()]
    halves = tuple(2 * int(amount[1]) + (amount[2] == "5") for amount in amounts if amount)
    known = _SCORINGS.get(halves) if all(amounts) else None
    if known is None and points != "ignore":
        expected, remedy = one_of(["1.0 0.5", "2.0 1.0"]), GAMES_ALONE.about(remedy=CORRECT_IT)
        problems.refuse(*value, expected, remedy, IGNORE)
    return known or CHESS


def _round_days(value: Value, date_order: str, problems: Problems) -> dict[int, date]:
    """Read the days by round, between semicolons; unclear days are left out."""
    texts = dict(enumerate(map(str.strip, value.text.split(";")), 1))
    days = {number: days_of(text, date_order) for number, text in texts.items()}
    unclear = ", ".join(
        texts[number] for number in texts if texts[number] and len(days[number]) != 1
    )
    if unclear:
        expected = Sentence("YYYY/MM/DD between semicolons")
        problems.warn(value.place, unclear, expected, WITHOUT_A_DAY)
    return {number: readings[0] for number, readings in days.items() if len(readings) == 1}


BAR: Final = "|"

FIELDS: Final = tuple(
    spec.name
    for spec in (
        *(START_NUMBER, SEX, TITLE, NAME, RATING, FEDERATION, NUMBER),
        *(NATIONAL_RATING, NATIONAL_NUMBER, BIRTH, POINTS, RANK),
    )
)
"""The fields of a player's line before the rounds, in order."""

_ROUND: Final = re.compile("([0-9]{1,4}) *([wWbB-]) *([012+=-]?)")

_WITH_OPPONENT: Final = {"1": "1", "2": "=", "0": "0", "+": "+", "-": "-", "=": "D", "": ""}
"""TRF's codes for those of a game; `=` is a draw that is not rated, which TRF calls D; nothing
stands where a game has no result yet."""

_WITHOUT_OPPONENT: Final = {"+": "F", "=": "H", "-": "Z"}


def _players(lines: Sequence[Line], federation: str, problems: Problems) -> tuple[Player, ...]:
    """Read the players; `federation` is the tournament's, and that of national numbers."""
    rounds = max((line.text.count(BAR) for line in lines), default=0)
    if not within_limits(len(lines), rounds, problems):
        return ()
    players = [_player(line, federation, problems) for line in lines]
    return in_order([player for player in players if player], problems)


def _player(line: Line, federation: str, problems: Problems) -> Player | None:
    """Read a player's line; None if fields are missing or the start number is unreadable."""
    fields = _fields(line)
    row = row_in(line, {str(field.name): field for field in fields[: len(FIELDS)]})
    if len(fields) < len(FIELDS):
        found = Sentence("{number} fields", number=len(fields))
        expected = Sentence("{number} fields and the rounds", number=len(FIELDS))
        remedy = Sentence("put a bar | between the fields, also between empty fields")
        problems.refuse(Place("fields", line.number), found, expected, remedy)
        return None
    entrant = read_entrant(row, problems, _national(row, federation, problems))
    if entrant is None:
        return None
    rounds = fields[len(FIELDS) :]
    cells = tuple(_cell(field.value(line), problems) for field in rounds)
    return Player(entrant, cells, row, tuple(rounds))


def _national(row: Row, federation: str, problems: Problems) -> tuple[NationalNumber, ...]:
    number = NATIONAL_NUMBER.read(row, problems)
    rating = NATIONAL_RATING.read(row, problems)
    if not (number or rating):
        return ()
    if not federation:
        remedy = Sentence("national numbers and ratings were not read")
        place = Place(NATIONAL_NUMBER.name)
        problems.warn_once(place, "", Sentence("a federation in record 032"), remedy)
        return ()
    return (NationalNumber(federation, number, rating),)


def _cell(value: Value, problems: Problems) -> Cell:
    if not value.text:
        return EMPTY
    match = _ROUND.fullmatch(value.text)
    if match is None:
        expected = Sentence(
            '"opponent colour result", like "16 w 0" (1 won, 0 lost, 2 drawn), or empty'
        )
        problems.refuse(*value, expected, CORRECT_ROUND)
        return UNREADABLE
    opponent, colour = int(match[1]), match[2].lower()
    result = (_WITH_OPPONENT if opponent else _WITHOUT_OPPONENT).get(match[3])
    if result is None:
        expected = Sentence("+, = or - after 0000, as there is no opponent")
        problems.refuse(*value, expected, CORRECT_ROUND)
    return Cell(opponent, colour, result)


def _fields(line: Line) -> list[Field]:
    """Return the fields of a line and their columns, without an empty last round."""
    texts, column = line.text[4:].split(BAR), 5
    if len(texts) > len(FIELDS) and not texts[-1]:
        texts.pop()
    numbers = range(1, len(texts) - len(FIELDS) + 1)
    rounds = [Sentence("round {number}", number=number) for number in numbers]
    names: list[Words] = [*FIELDS, *rounds]
    fields = []
    for name, text in zip(names, texts, strict=False):
        fields.append(Field(name, column, column + len(text) - 1))
        column += len(text) + 1
    return fields
