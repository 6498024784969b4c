"""Commands about reports and announcements: tournament announce, correct, annul, reinstate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

from ops.cli import output
from ops.cli.app import By, Commands, Result, TournamentId, option, tournament_app
from ops.cli.shared_options import Acting
from ops.commands.typed_values import facts_given

if TYPE_CHECKING:
    from ops.commands.composed import Recorded
    from ops.commands.correct_report import Corrected

correct_app = Commands(
    name="correct",
    help="Correct a report; the next list corrects the points of closed lists.",
)
tournament_app.command(correct_app)


@correct_app.command(name="result")
def correct_result(
    tournament: TournamentId,
    game: Annotated[
        str,
        option(
            "`#POSITION#INDEX` as worksheets show it, or ROUND:START-NUMBER of the player with "
            "White"
        ),
    ],
    *,
    white: Result,
    black: Annotated[str, option("the result of Black, likewise", allow_leading_hyphen=True)],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Correct the result of a game.

    Example: ledger tournament correct result T-000001 3:12 --white 1 --black 0 --by commission
    """
    from ops.commands import correct_report
    from ops.commands.receipts import tournaments as receipts

    with acting.followed() as house:
        done = correct_report.correct_result(
            house, tournament, game, (white, black), by=by, article=acting.article
        )
        found = receipts.corrected(house, done)
    output.receipt(acting.format, found, _lines(done))


@correct_app.command(name="entrant")
def correct_entrant(
    tournament: TournamentId,
    start_number: Annotated[int, option("the entrant's start number in the report")],
    *,
    player: Annotated[str, option("the right player: 572-4, or fide:N")],
    report: Annotated[
        str | None, option("position of the part, as #12, of a report in several parts")
    ] = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Correct the player of an entrant.

    Example: ledger tournament correct entrant T-000001 12 --player 572-4 --by commission
    """
    from ledger.register import identities
    from ops.answers.clocks import position_of
    from ops.commands import correct_report
    from ops.commands.receipts import tournaments as receipts

    with acting.followed() as house:
        done = correct_report.correct_entrant(
            house,
            tournament,
            start_number,
            identities.find(house.read, player),
            by=by,
            report=None if report is None else position_of(report),
            article=acting.article,
        )
        found = receipts.corrected(house, done)
    output.receipt(acting.format, found, _lines(done))


@correct_app.command(name="details")
def correct_details(
    tournament: TournamentId,
    *,
    set_: Annotated[
        tuple[str, ...], option("the right detail, as key=value; repeat for more", name="--set")
    ],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Correct the details of a tournament; days also correct the report.

    Days, pools, time control, online … enter the rating: a closed list stays, and the next one
    books the difference where the rulebook has a rule for it. Other details (place, name, team …)
    are corrected at any time. Details are
    name, place, federation, pools, start, end, registered_on, round_days, pairing_system,
    time_control, hybrid, online, team, official_event, norms_possible, match_games,
    announced_as_rated, weight, received_on.

    Example: ledger tournament correct details T-000001 --set end=2025-09-12 --by commission
    """
    from ops.commands import correct_report
    from ops.commands.receipts import tournaments as receipts

    with acting.followed() as house:
        given = facts_given(set_)
        done = correct_report.correct_details(
            house, tournament, given, by=by, article=acting.article
        )
        found = receipts.corrected(house, done)
    output.receipt(acting.format, found, _lines(done))


OnlyReport = Annotated[
    str | None, option("position of the report, as #12, where several parts stand")
]


@tournament_app.command
def annul(
    tournament: TournamentId,
    *,
    report: OnlyReport = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Annul a report: it counts no more, as if it had not been handed in.

    Closed lists stay; the next list takes back what they booked. `ledger tournament reinstate`
    lifts the annulment. A tournament that the body refuses to rate is refused instead: `ledger
    event record tournament-refused`.

    Example: ledger tournament annul T-000001 --by commission --article 5.1 --reason "Never played"
    """
    from ops.commands.annul_report import annul_report

    _decide(annul_report, tournament, report, by, acting)


@tournament_app.command
def reinstate(
    tournament: TournamentId,
    *,
    report: OnlyReport = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Lift the annulment of a report: it counts again.

    The next list books again what was taken back. A refusal of the tournament is another decision
    and stays.

    Example: ledger tournament reinstate T-000001 --by appeals --article 12
    """
    from ops.commands.annul_report import reinstate_report

    _decide(reinstate_report, tournament, report, by, acting)


def _decide(
    decide: Callable[..., Recorded[Corrected]],
    tournament: str,
    report: str | None,
    by: str,
    acting: Acting,
) -> None:
    from ops.answers.clocks import position_of
    from ops.commands.receipts import tournaments as receipts

    with acting.followed() as house:
        position = None if report is None else position_of(report)
        done = decide(house, tournament, by=by, report=position, article=acting.article)
        found = receipts.corrected(house, done)
    output.receipt(acting.format, found, _lines(done))


@tournament_app.command
def announce(
    tournament: Annotated[
        str | None, option("an id of its own; without it, the next number")
    ] = None,
    *,
    pool: Annotated[tuple[str, ...], option("the pool it counts for; repeat for more")],
    set_: Annotated[
        tuple[str, ...], option("a detail, as key=value; repeat for more", name="--set")
    ],
    acting: Acting = Acting(),
) -> None:
    """Announce a tournament before play, with the details known.

    Name, start and end are needed; `ledger tournament correct details --help` names all details.

    Example: ledger tournament announce --pool fide-standard --set name=Open --set start=2026-05-01
    --set end=2026-05-03
    """
    from ops.commands import announce_tournament
    from ops.commands.receipts import tournaments as receipts

    with acting.opened() as house:
        given = facts_given(set_)
        done = announce_tournament.announce(house, pool, given, tournament)
    fact, receipt = done.result, done.receipt
    at = output.at(receipt, "already announced")
    lines = [f"announced {fact.tournament} ({at}): {fact.name}"]
    lines += [
        f"  what is missing for rating: ledger tournament check {name} {fact.tournament}"
        for name in fact.pools
    ]
    output.receipt(acting.format, receipts.announced(done), lines)


def _lines(done: Recorded[Corrected]) -> Iterator[str]:
    corrected = done.result
    at = f"(#{done.receipt.first_position}): {corrected.about}"
    if done.receipt.replayed:
        yield f"corrected already {at}"
    else:
        yield f"corrected {at}"
        yield f"  before: {corrected.before}"
    yield f"  now:    {corrected.after}"
    if not corrected.rated:
        yield "  no list rests on this"
