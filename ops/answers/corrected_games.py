"""What corrections and decisions about single games and entrants of a report change.

The two players and the results of a game, and the player of an entrant, are those that stood when
the correction was recorded: corrections before it are taken into account.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from ledger import columns
from ledger.events.counting import GameAdmitted, GameExcluded
from ledger.events.report import EntrantReassigned, ResultCorrected, rounds_of
from ledger.register import identities
from ledger.sentences import Position, Sentence
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.folding import CORRECTIONS, after
from ledger.tournaments.report_from_columns import players_of
from ops.answers.tournament_games import result_words


class Entrant(msgspec.Struct, frozen=True):
    """A player in a report."""

    start_number: int
    player: str
    name: str


class CorrectedGame(msgspec.Struct, frozen=True, tag_field="kind", tag="game"):
    """A game that a correction or a decision is about, as it stood before."""

    report: Position
    game: int
    """Index in the report: with its position, the address of the game."""
    round: int
    white: Entrant
    black: Entrant
    result_before: str
    result_after: str | None
    """None: the result is not corrected."""


class CorrectedEntrant(msgspec.Struct, frozen=True, tag_field="kind", tag="entrant"):
    """An entrant who was another person."""

    report: Position
    replaced: Entrant
    """As whom the entrant was recorded before."""
    entrant: Entrant


Corrected = CorrectedGame | CorrectedEntrant


def corrected_in(read: Reader, events: Iterable[Recorded]) -> dict[int, Corrected]:
    """Return by position what some events change of single games and entrants.

    Each tournament among them is read once. A correction of a report that did not stand is left
    out: it changes nothing.
    """
    wanted = defaultdict[str, set[int]](set)
    for recorded in events:
        if recorded.type in CORRECTIONS:
            wanted[recorded.stream].add(recorded.position)
    found = [
        (position, payload, current)
        for stream, positions in wanted.items()
        for position, payload, current in _before(read.stream(stream), positions)
    ]
    numbers = {player for _, payload, current in found for player in _named(payload, current)}
    names = identities.names(read, sorted(numbers))
    shown = ((at, _shown(payload, current, names)) for at, payload, current in found)
    return {at: one for at, one in shown if one is not None}


def _before(
    stream: Sequence[Recorded], positions: Collection[int]
) -> Iterator[tuple[int, object, CurrentReport]]:
    """Yield position and event of some corrections, with the report as it stood before."""
    known = RecordedReport()
    for recorded in stream:
        if recorded.position in positions:
            payload = recorded.decoded().payload
            current = known.current(getattr(payload, "report", None))
            if current is not None:
                yield recorded.position, payload, current
        known = after(known, recorded)


def _named(payload: object, current: CurrentReport) -> Iterator[int]:
    players = players_of(current)
    if isinstance(payload, EntrantReassigned) and payload.entrant < len(players):
        yield from (players[payload.entrant], payload.player)
    yield from (players[row] for row in _sides(payload, current))


def _sides(payload: object, current: CurrentReport) -> tuple[int, ...]:
    """Return the rows of white and of black in the game of an event; empty: no game of it."""
    game, games = getattr(payload, "game", None), current.reported.games
    if game is None or game >= len(games.white_result):
        return ()
    return tuple(
        int(columns.read(side, columns.NUMBER)[game]) for side in (games.white, games.black)
    )


def _shown(payload: object, current: CurrentReport, names: Mapping[int, str]) -> Corrected | None:
    players, report = players_of(current), Position(current.position)
    numbers = columns.read(current.report.entrants.number, columns.NUMBER)

    def entrant(row: int, player: int) -> Entrant:
        return Entrant(int(numbers[row]), identities.show(player), names.get(player, ""))

    if isinstance(payload, EntrantReassigned) and payload.entrant < len(players):
        row = payload.entrant
        return CorrectedEntrant(report, entrant(row, players[row]), entrant(row, payload.player))
    sides = _sides(payload, current)
    if not sides:
        return None
    white, black = (entrant(row, players[row]) for row in sides)
    game: int = getattr(payload, "game")  # noqa: B009 - of several types of events
    games = current.reported.games
    reported = games.white_result[game], games.black_result[game]
    return CorrectedGame(
        report,
        game,
        rounds_of(current.report)[game],
        white,
        black,
        result_words("".join(current.results.get(game, reported))),
        result_words(payload.white_result + payload.black_result)
        if isinstance(payload, ResultCorrected)
        else None,
    )


def words_of(payload: object, corrected: Corrected) -> Sentence:
    """Return what an event changes of a game or an entrant, with the players by name."""
    if isinstance(corrected, CorrectedEntrant):
        return Sentence(
            "Start number {number}: {replaced} was recorded, {player} played",
            number=corrected.entrant.start_number,
            replaced=corrected.replaced.name or corrected.replaced.player,
            player=corrected.entrant.name or corrected.entrant.player,
        )
    game = Sentence(
        "Round {round}: {white} ({white_number}) against {black} ({black_number})",
        round=corrected.round,
        white=corrected.white.name or corrected.white.player,
        white_number=corrected.white.start_number,
        black=corrected.black.name or corrected.black.player,
        black_number=corrected.black.start_number,
    )
    if corrected.result_after is not None:
        return Sentence(
            "{game}, result corrected from {before} to {after}",
            game=game,
            before=corrected.result_before,
            after=corrected.result_after,
        )
    if isinstance(payload, GameExcluded):
        return Sentence(
            "{game}, {result}: does not count", game=game, result=corrected.result_before
        )
    if isinstance(payload, GameAdmitted):
        return Sentence("{game}, {result}: counts", game=game, result=corrected.result_before)
    return Sentence("{game}, {result}: exemption", game=game, result=corrected.result_before)
