"""Reader of tournament report files, FIDE's formats TRF16 and TRF26."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.cells import cells_of
from ledger.intake.formats.header import HeaderReader
from ledger.intake.formats.layout import MOST_ROUNDS, Field, in_columns, refuse_stray
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.players import (
    NATIONAL_RATING,
    NUMBER,
    POINTS,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    Player,
    in_order,
    read_entrant,
    within_limits,
)
from ledger.intake.formats.problems import Problems, Words
from ledger.intake.formats.reading import NO_FACTS, Reading, check_choices, joined
from ledger.intake.formats.rows import A_PLAYER, DELETE_ONE, row_in
from ledger.intake.formats.scoring import read_scoring
from ledger.intake.formats.text import Line, check_count, numbered_lines, whole
from ledger.intake.formats.trf.byes import (
    bye_lines,
    check_allocated_byes,
    check_forfeits,
    check_team_byes,
    with_byes,
)
from ledger.intake.formats.trf.records import NAMES, sorted_records
from ledger.intake.formats.trf.teams import read_teams
from ledger.sentences import Sentence
from ledger.tournaments.report import Entrant, NationalNumber


def read_trf(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    points: str = "1-½-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a tournament report file and report all its faults at once.

    `facts` are facts given by hand, which win over the file: name, place, federation, start and
    end (YYYY-MM-DD), time_control; and byes, the words that stand for byes. `points` is how a
    win, a draw and a loss count in the totals where record 162 does not say: "1-½-0", "2-1-0" as
    in draughts, or "ignore" to be only warned of wrong totals. `date_order` is how dates with two
    digits of year are read: "ymd", "dmy", or "" to take only what other dates settle. `announced`
    are such facts again, that hold where the file does not say. ValueError for any other `points`
    or `date_order`. Nothing in the file raises. Source: TRF16 and TRF26, individual and team, and
    JaVaFo's XXR.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    if not lines:
        return Reading(None, problems.all())
    records = sorted_records(lines, problems)
    header = HeaderReader(records, facts, problems, date_order, announced).header()
    line, number_of_players = records.tournament.get("062"), len(records.players)
    check_count(line, NAMES["062"], number_of_players, problems)
    players = _players(records.players, problems, of_teams=records.of_teams)
    players = _with_national(players, records.national, problems)
    rounds = max((player.last_round for player in players), default=0)
    most = int(header.announced_rounds.text) if header.announced_rounds else MOST_ROUNDS
    byes = bye_lines(records.of("240"), rounds, most, problems)
    if not records.of_teams:
        players = with_byes(players, byes, problems)
    players = without_byes(players, facts, problems)
    teams = read_teams(records, players, problems)
    last_round = max((player.last_round for player in players), default=0)
    by_number = {team.number: team for team in teams}
    check_team_byes(by_number, players, byes if records.of_teams else [], problems)
    check_allocated_byes(by_number, records.of("320"), problems)
    check_forfeits(by_number, players, records.of("330"), last_round, problems)
    numbers = (player.entrant.number for player in players)
    scoring = read_scoring(records, numbers, rounds, points, problems)
    reading = joined(header, players, scoring, points, problems)
    if reading.report is None:
        return reading
    other = tuple(line.text for line in records.other)
    return replace(reading, report=replace(reading.report, teams=teams, other_records=other))


_FIELDS: Final = {str(field.name): field for field in layout.FIELDS}
_NATIONAL_NAMES: Final[Mapping[str, Words]] = {
    START_NUMBER.name: Sentence("national start number"),
    RATING.name: NATIONAL_RATING.name,
    NUMBER.name: Sentence("national player's number"),
}
_NATIONAL: Final = {
    name: field._replace(name=_NATIONAL_NAMES.get(name, name)) for name, field in _FIELDS.items()
}
_OTHER_SEXES: Final = {
    "f": Sentence("it was read as {code}", code="w"),
    "u": Sentence("it was read as unknown"),
}
"""Letters of other programs, and how they are read."""


def _players(lines: Sequence[Line], problems: Problems, *, of_teams: bool) -> tuple[Player, ...]:
    """Read the players, TRF16 record 001, by start number."""
    rounds = max((layout.rounds_of(line.text) for line in lines), default=0)
    if not within_limits(len(lines), rounds, problems):
        return ()
    read = [_player(in_columns(line, problems), problems, of_teams) for line in lines]
    return in_order([player for player in read if player], problems)


def _player(line: Line, problems: Problems, of_teams: bool) -> Player | None:
    row = row_in(line, _FIELDS)
    number = START_NUMBER.read(row, problems)
    if not number:
        return None
    if refuse_stray(line, problems):
        nobody = Entrant(line.number, number, "", "", "", 0, "", "", "", None, None, None)
        return Player(nobody, None, row)
    entrant = read_entrant(row, problems, in_columns=True)
    assert entrant is not None
    sex = row.text(SEX.name).lower()
    if sex in _OTHER_SEXES:
        problems.warn_once(row.place(SEX.name), sex, SEX.expected, _OTHER_SEXES[sex])
    if not row.text(POINTS.name):
        remedy = Sentence("the results were not checked against a total")
        problems.warn_once(*row.value(POINTS.name), Sentence("the total of the points"), remedy)
    return Player(entrant, cells_of(line, problems, of_teams=of_teams), row)


def _with_national(
    players: Sequence[Player], lines: Sequence[Line], problems: Problems
) -> tuple[Player, ...]:
    """Return the players with the numbers and ratings of their national rating records.

    Columns 1-3 are the federation, the others those of record 001: 5-8 start number, 11-13 class,
    49-52 rating, 58-68 number. Source: TRF26, national rating support.
    """
    if not lines:
        return tuple(players)
    known: dict[int, dict[str, NationalNumber]] = {player.entrant.number: {} for player in players}
    first_lines: dict[tuple[int, str], int] = {}
    for line in (in_columns(line, problems) for line in lines):
        if refuse_stray(line, problems):
            continue
        row, federation = row_in(line, _NATIONAL), line.code
        number = whole(row.text(START_NUMBER.name)) or 0
        national = NationalNumber(
            federation, NUMBER.read(row, problems), RATING.read(row, problems), row.text(TITLE.name)
        )
        first = first_lines.setdefault((number, federation), line.number)
        if number not in known:
            remedy = Sentence("correct it, or delete the line")
            problems.refuse(*row.value(START_NUMBER.name), A_PLAYER, remedy)
        elif first != line.number:
            value = Field(Sentence("national federation"), 1, 3).value(line)
            expected = Sentence(
                "one line of {federation} for player {number} (line {line} is one)",
                federation=federation,
                number=number,
                line=first,
            )
            problems.refuse(*value, expected, DELETE_ONE)
        else:
            known[number][federation] = national
    return tuple(
        replace(
            player,
            entrant=replace(player.entrant, national=tuple(known[player.entrant.number].values())),
        )
        for player in players
    )
