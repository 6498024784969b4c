"""National rating records of TRF26: how a federation of its own knows a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ledger.intake.formats import layout
from ledger.intake.formats.layout import Field
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import Line, whole
from ledger.intake.formats.trf.aligning import in_columns, refuse_stray
from ledger.tournaments.report import NationalNumber


class _Known(NamedTuple):
    """What one record says, and of whom."""

    player: int
    line: int
    national: NationalNumber


def with_national(
    players: Sequence[Player], lines: Sequence[Line], problems: Problems
) -> tuple[Player, ...]:
    """Give the players with what national rating records say of them.

    Columns 1-3 are the federation, the others those of record 001: 5-8 start number, 11-13 class,
    49-52 rating, 58-68 number. Source: TRF26, national rating support.
    """
    by_player: dict[int, dict[str, _Known]] = {each.entrant.number: {} for each in players}
    for line in lines:
        known = _read(in_columns(line, problems), by_player, problems)
        if known:
            _keep(known, by_player[known.player], problems)
    return tuple(_with(player, by_player[player.entrant.number]) for player in players)


def _with(player: Player, known: dict[str, _Known]) -> Player:
    if not known:
        return player
    national = tuple(each.national for each in known.values())
    return replace(player, entrant=replace(player.entrant, national=national))


def _read(line: Line, players: dict[int, dict[str, _Known]], problems: Problems) -> _Known | None:
    if refuse_stray(line, problems):
        return None
    number = whole(layout.START_NUMBER.of(line.text))
    rating = whole(layout.RATING.of(line.text) or "0")
    if number not in players:
        expected = "the start number of a player (001)"
        _refuse(line, layout.START_NUMBER, expected, "correct it, or delete the line", problems)
    if rating is None:
        expected = "a number, or a blank for none"
        _refuse(line, layout.RATING, expected, "correct the rating", problems)
    if number not in players or rating is None or number is None:
        return None
    text = layout.REPORTED_NUMBER.of(line.text)
    printed = text if text.strip("0") else ""
    national = NationalNumber(line.code, printed, rating, layout.TITLE.of(line.text))
    return _Known(number, line.number, national)


def _refuse(line: Line, field: Field, expected: str, remedy: str, problems: Problems) -> None:
    place = field._replace(name=f"national {field.name}").at(line.number)
    problems.refuse(place, field.of(line.text), expected, remedy)


def _keep(known: _Known, of_player: dict[str, _Known], problems: Problems) -> None:
    federation = known.national.federation
    first = of_player.setdefault(federation, known)
    if first is not known:
        field = Field("national federation", 1, 3)
        expected = f"one line of {federation} for player {known.player} (line {first.line} is one)"
        problems.refuse(field.at(known.line), federation, expected, "delete one of the two lines")
