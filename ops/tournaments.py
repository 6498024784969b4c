"""One tournament as people speak of it: its games, entrants and details, as they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import msgspec

from ledger import columns, register
from ledger.errors import BadEvent, Refused
from ledger.events.counting import (
    ExemptionGranted,
    GameDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.report import EntrantReassigned, ReportFact, ReportReplaced, ResultCorrected
from ledger.events.tournament import Details, TournamentDetailsCorrected
from ledger.intake.given import share
from ledger.intake.pairings import COMPATIBLE
from ledger.recorded.registration import DETAILS, registration_told
from ledger.store.reading import Reader, Recorded
from ledger.wording import positions
from projections import corrections
from projections.reports import Report
from projections.story import Correction, Story

_ADDRESS: Final = re.compile("#([0-9]{1,15})#([0-9]{1,6})")
_PAIRING: Final = re.compile("([0-9]{1,4}):([0-9]{1,4})")
_HALVES: Final = ("½", "1/2", "0.5")
_TAKES: Final = {
    **dict.fromkeys(("start", "end", "registered_on"), "a day YYYY-MM-DD"),
    **dict.fromkeys(("hybrid", "online", "team"), "yes or no"),
    **dict.fromkeys(("official_event", "norms_possible", "announced_as_rated"), "yes or no"),
    "federation": "three capital letters",
    "pools": "ids of pools, separated by commas",
    "round_days": "the day of each round in order, YYYY-MM-DD, separated by commas",
    "match_games": "a whole number above 0",
    "weight": "how much it counts, like 1, 1/2 or 50%",
}
"""What details take that are no plain text."""
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its events tell it."""

    id: str
    events: list[Recorded]
    story: Story

    @property
    def stream(self) -> str:
        """Give the name of its stream."""
        return f"tournament-{self.id}"

    @property
    def version(self) -> int:
        """Give the version of its stream."""
        return self.events[-1].stream_version

    def report(self, position: int) -> ReportFact:
        """Give a report as it was recorded, before anything corrected it."""
        found = next(each for each in self.events if each.position == position)
        payload: ReportFact = found.decoded().payload
        return payload


def read_tournament(read: Reader, tournament: str, known: int | None = None) -> Tournament:
    """Give a tournament as known at a position (None: now). Raises Refused for an unknown one."""
    events = [
        each
        for each in read.stream(f"tournament-{tournament}")
        if known is None or each.position <= known
    ]
    if not events:
        raise Refused(
            f"there is no tournament {tournament!r}: receipts and `ledger slips` name them"
        )
    return Tournament(tournament, events, corrections.told(events))


def players_of(report: Report) -> list[int]:
    """Give the players of a report by row, as they stand."""
    players: list[int] = columns.read(report.player, columns.PLAYER).tolist()
    return players


# ---------------------------------------------------------------------------- games and entrants


def find_game(of: Tournament, game: str) -> tuple[int, int]:
    """Give report and index of a game: `#12#40`, or `3:12` (round, start number of white).

    Raises Refused where there is no such game, or more than one.
    """
    address, pairing = _ADDRESS.fullmatch(game.strip()), _PAIRING.fullmatch(game.strip())
    if address:
        position, index = int(address[1]), int(address[2])
        if position not in of.story.standing:
            raise Refused(f"{of.id}: report #{position} does not stand; {_standing(of)}")
        if index >= of.story.standing[position].game_count:
            games = positions(0, of.story.standing[position].game_count - 1)
            raise Refused(f"{of.id}: report #{position} has games {games}, not #{index}")
        return position, index
    if not pairing:
        raise Refused(f"game {game!r}: write #POSITION#INDEX, or ROUND:START-NUMBER like 3:12")
    found = _paired(of, int(pairing[1]), int(pairing[2]))
    if len(found) != 1:
        several = " or ".join(f"#{position}#{index}" for position, index in found)
        raise Refused(
            f"{of.id}: in round {pairing[1]} start number {pairing[2]} had white in "
            + (f"several games: write {several}" if several else "no game")
        )
    return found[0]


def _paired(of: Tournament, number: int, white: int) -> list[tuple[int, int]]:
    """Give the games of a round in which a start number had white."""
    found = []
    for position in of.story.standing:
        report = of.report(position)
        numbers = columns.read(report.entrants.number, columns.NUMBER)
        whites = numbers[columns.read(report.games.white, columns.NUMBER)].tolist()
        rounds = rounds_of(report)
        found += [
            (position, index)
            for index, each in enumerate(whites)
            if each == white and rounds[index] == number
        ]
    return found


def rounds_of(report: ReportFact) -> list[int]:
    """Give the round of each game."""
    rounds = enumerate(report.rounds, start=1)
    return [number for number, each in rounds for _ in range(each.games)]


def find_entrant(of: Tournament, number: int, report: int | None) -> tuple[int, int]:
    """Give report and row of a start number. Raises Refused where none or several have it."""
    if report is not None and report not in of.story.standing:
        raise Refused(f"{of.id}: report #{report} does not stand; {_standing(of)}")
    found = []
    for position in of.story.standing if report is None else [report]:
        numbers = columns.read(of.report(position).entrants.number, columns.NUMBER).tolist()
        found += [(position, numbers.index(number))] if number in numbers else []
    if not found:
        raise Refused(f"{of.id}: no entrant has start number {number}")
    if len(found) > 1:
        reports = " or ".join(f"#{position}" for position, _ in found)
        raise Refused(f"{of.id}: start number {number} stands in several parts: --report {reports}")
    return found[0]


def _standing(of: Tournament) -> str:
    standing = ", ".join(f"#{position}" for position in of.story.standing)
    return f"standing: {standing}" if standing else "it has no report"


def read_result(text: str) -> str:
    """Read one side's result: a code of TRF, or a half as people write it."""
    return "=" if text.strip() in _HALVES else text.strip().upper()


def read_results(white: str, black: str) -> str:
    """Read the results of both sides as two codes. Raises Refused where they cannot be so."""
    both = read_result(white) + read_result(black)
    if both not in COMPATIBLE:
        known = " ".join(sorted(f"{each[0]}/{each[1]}" for each in COMPATIBLE))
        raise Refused(f"results {white}/{black} cannot stand together; known are {known}")
    return both


def result_words(both: str) -> str:
    """Write the results of a game as people do."""
    return " - ".join("½" if each == "=" else each for each in both)


def player_words(read: Reader, player: int) -> str:
    """Write a player with his name."""
    return f"{register.show(player)} {register.names(read, [player])[player]}"


def game_words(read: Reader, of: Tournament, position: int, index: int) -> str:
    """Write which game is meant: its address, its round, who had white and who black."""
    said, stands = of.report(position), of.story.standing[position]
    players = players_of(stands)
    columns_of_sides = (said.games.white, said.games.black)
    sides = [int(columns.read(each, columns.NUMBER)[index]) for each in columns_of_sides]
    white, black = (player_words(read, players[side]) for side in sides)
    return f"game #{position}#{index}, round {rounds_of(said)[index]}: {white} against {black}"


# --------------------------------------------------------------------------------------- details


def read_details(given: Mapping[str, str]) -> Details:
    """Read details given as texts. Raises BadEvent for what is none."""
    unknown = [name for name in given if name not in DETAILS]
    if unknown:
        raise BadEvent(f"there is no detail {unknown[0]!r}; there are: {', '.join(DETAILS)}")
    if not given:
        raise BadEvent("say what was wrong: --set key=value")
    values = {name: _checked(name, text) for name, text in given.items()}
    return msgspec.convert(values, Details, strict=False)


def _checked(name: str, text: str) -> Any:
    """Read one detail. Raises BadEvent, with what it takes."""
    value = _plain(name, text)
    try:
        msgspec.convert({name: value}, Details, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        takes = _TAKES.get(name, "text of 1 to 200 characters")
        raise BadEvent(f"{name}: found {text!r}, expected {takes}") from error
    return value


def _plain(name: str, text: str) -> Any:
    if name in ("pools", "round_days"):
        each_said = tuple(each.strip() for each in text.split(",") if each.strip())
        return tuple(dict.fromkeys(each_said)) if name == "pools" else each_said
    if name == "weight":
        return share(text) or text
    return _YES_NO.get(text.lower(), text)


def details_now(of: Tournament) -> dict[str, Any]:
    """Give the details of a tournament as they stand; the days are those of its report."""
    announced = registration_told(of.id, of.events)
    now: dict[str, Any] = dict(announced.details) if announced else {}
    standing = of.story.in_order()
    if standing:
        now |= {"start": standing[0].start, "end": standing[-1].end}
        now |= {"received_on": standing[0].about.received_on}
    return now


def check_days(of: Tournament, details: Details, today: date) -> None:
    """Refuse days after which a tournament, or a report, would start after its end.

    What was played ended before it was reported, and neither lies after today.
    """
    now = details_now(of)
    start, end = details.start or now["start"], details.end or now["end"]
    if start > end or corrections.redated(of.story.standing, details) is None:
        raise Refused(f"{of.id}: start {start} and end {end}: a report would start after its end")
    if not of.story.standing:
        return
    received = details.received_on or now["received_on"] or today
    if received < end:
        raise Refused(
            f"{of.id}: received on {received}, before its end on {end}; where both were wrong, "
            "correct both: --set end=… --set received_on=…"
        )
    if received > today:
        raise Refused(f"{of.id}: received on {received}: that day has not begun, it is {today}")


def detail_words(details: Mapping[str, Any]) -> str:
    """Write details as key=value."""
    return " ".join(f"{name}={_shown(value)}" for name, value in details.items())


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "-" if value is None else str(value)


# ----------------------------------------------------------------------------------- corrections


def correction_words(read: Reader, each: Correction) -> str:
    """Say what a correction changed, from what into what."""
    match each.payload:
        case ResultCorrected() as said:
            after = result_words(said.white_result + said.black_result)
            return f"game #{said.report}#{said.game}: {result_words(each.before)} → {after}"
        case EntrantReassigned() as said:
            before = player_words(read, int(each.before)) if each.before else ""
            who = f"entrant in row {said.entrant} of #{said.report}"
            return f"{who}: {before} → {player_words(read, said.player)}"
        case ReportReplaced() as said:
            return f"report #{said.replaces} → #{each.position}"
        case TournamentDetailsCorrected() as said:
            given = {name: getattr(said.details, name) for name in DETAILS}
            return detail_words({name: value for name, value in given.items() if value is not None})
        case ExemptionGranted(game=int(game)) as said:
            return f"game #{said.report}#{game}: exempt from {said.article}"
        case ExemptionGranted() as said:
            whom = f"{player_words(read, said.player)}: " if said.player else ""
            return f"{whom}exempt from {said.article}"
        case GameDecision() as said:
            return f"game #{said.report}#{said.game}: {each.kind.removeprefix('game-')}"
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated():
            return each.kind.removeprefix("tournament-")
    return ""
