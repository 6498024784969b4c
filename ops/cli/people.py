"""Commands for the register: show, correct, change, merge, separate, duplicates; bonus."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import By, Commands, PlayerId, PoolName, option, player_app
from ops.cli.overview_words import overview_row
from ops.cli.shared_options import Acting, Asked, Reading

if TYPE_CHECKING:
    from ops.commands.change_player import PlayerChanged


Name = Annotated[str | None, option("Last, First")]
Federation = Annotated[str | None, option("three letters, or none")]
Number = Annotated[str | None, option("the number at another body, as fide:123; or fide:none")]
Committee = Annotated[str | None, option("the local body, or none")]
Title = Annotated[str | None, option("the title, as GM; or none")]
WomenTitle = Annotated[str | None, option("the women's title, as WGM; or none")]
OtherTitles = Annotated[str | None, option("titles of arbiters and others, as IA,FST; or none")]
OnlineTitle = Annotated[str | None, option("the title of FIDE's online arena, as AFM; or none")]


@player_app.command
def show(
    player: PlayerId,
    *,
    last: Annotated[int, option("in each pool the causes of the last so many lists, in JSON")] = 5,
    asked: Asked = Asked(),
) -> None:
    """Show a player: details, and the ratings in force in every pool.

    In JSON also the course of each rating, the causes of its last changes, and categories.

    Example: ledger player show fide:90000001
    """
    from msgspec.structs import asdict

    from ops.answers.abouts import About
    from ops.answers.answer import Answer
    from ops.players.page import player_page

    with asked.opened() as house:
        found = player_page(house, player, asked.as_of, asked.known_at, asked.track, last)
    if asked.format == "json":
        output.answer(found, "json")
        return
    (person,) = found.rows
    apart = ("ratings", "pools", "suspensions", "deaths")
    details = {name: value for name, value in asdict(person).items() if name not in apart}
    output.show([details], asked.format)
    if asked.format == "table" and person.deaths:
        output.answer(Answer(About(), person.deaths), "table", title=Sentence("died"))
    if asked.format == "table" and person.suspensions:
        output.answer(Answer(About(), person.suspensions), "table", title=Sentence("suspensions"))
    if asked.format == "table" and person.ratings:
        ratings = Answer(About(), person.ratings)
        output.answer(ratings, "table", title=Sentence("ratings"), words=overview_row)


@player_app.command
def correct(
    player: PlayerId,
    *,
    by: By,
    name: Name = None,
    birth_year: Annotated[int | None, option("0 for unknown")] = None,
    sex: Annotated[str | None, option("m, w, or none where unknown")] = None,
    federation: Federation = None,
    number: Number = None,
    committee: Committee = None,
    title: Title = None,
    women_title: WomenTitle = None,
    other_titles: OtherTitles = None,
    online_title: OnlineTitle = None,
    acting: Acting = Acting(),
) -> None:
    """Record that details of a player were wrong from the start.

    Example: ledger player correct 572-4 --birth-year 1985 --by example.org
    """
    from ops.commands import change_player

    titles = title, women_title, other_titles, online_title
    wanted = change_player.Wanted(name, birth_year, sex, federation, number, committee, *titles)
    with acting.opened() as house:
        done = change_player.correct(house, player, wanted, by, acting.article)
    _answer(acting, "corrected", done)


@player_app.command
def change(
    player: PlayerId,
    *,
    on: Annotated[date, option("the first day of the change")],
    name: Name = None,
    federation: Federation = None,
    number: Number = None,
    committee: Committee = None,
    title: Title = None,
    women_title: WomenTitle = None,
    other_titles: OtherTitles = None,
    online_title: OnlineTitle = None,
    acting: Acting = Acting(),
) -> None:
    """Record a new name, federation, number, committee or title from a day on.

    Example: ledger player change 572-4 --federation FRA --on 2026-01-01
    """
    from ops.commands import change_player

    titles = title, women_title, other_titles, online_title
    wanted = change_player.Wanted(name, None, None, federation, number, committee, *titles)
    with acting.opened() as house:
        done = change_player.change(house, player, wanted, on)
    _answer(acting, "changed", done)


@player_app.command
def merge(
    kept: Annotated[str, option("the player that stays, as 572-4 or fide:123")],
    merged: Annotated[str, option("the number that leads to it from now on")],
    *,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Merge a player into another one: from the next list on, both numbers are one player.

    Example: ledger player merge 12-3 572-4 --by fsi
    """
    from ops.commands.merge_players import merge_players
    from ops.commands.receipts import players

    with acting.followed() as house:
        done = merge_players(house, kept, merged, by=by, article=acting.article)
        found = players.merged(done)
    who, into = found.about["merged"], found.about["kept"]
    lines = [f"merged {who} into {into} ({output.at(done.receipt)})"]
    output.receipt(acting.format, found, lines)


@player_app.command
def separate(
    merged: Annotated[str, option("the merged number, as 572-4 or fide:123")],
    *,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Undo a merge that was a mistake: from the next list on, they are two players again.

    Example: ledger player separate 572-4 --by fsi
    """
    from ops.commands.merge_players import separate_players
    from ops.commands.receipts import players

    with acting.followed() as house:
        done = separate_players(house, merged, by=by, article=acting.article)
        found = players.merged(done)
    who, kept = found.about["merged"], found.about["kept"]
    lines = [f"separated {who} from {kept} ({output.at(done.receipt)})"]
    output.receipt(acting.format, found, lines)


@player_app.command(name="duplicates")
def double_persons(
    *,
    limit: Annotated[int, option("at most so many pairs; 0 for all")] = 100,
    reading: Reading = Reading(),
) -> None:
    """List pairs of players who are probably the same person: similar names, no contradiction.

    Example: ledger player duplicates --limit 20
    """
    from ops.answers.duplicates import duplicate_persons

    with reading.opened() as house:
        known = duplicate_persons(house, limit or None)
    output.answer(known, reading.format, title=Sentence("probably one person"))


def _answer(acting: Acting, word: str, done: PlayerChanged) -> None:
    from ops.commands.receipts.players import changed

    lines = [f"{done.before} is so already; nothing was recorded"]
    if done.receipt is not None:
        lines = [f"{word} {done.before}", f"  now {done.after} (#{done.receipt.first_position})"]
    output.receipt(acting.format, changed(done), lines)


bonus_app = Commands(name="bonus", help="A bonus by decision: given, or taken back.")
player_app.command(bonus_app)


@bonus_app.command
def grant(
    player: PlayerId,
    *,
    pool: PoolName,
    points: Annotated[int, option("how many points, 1 or more")],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Grant a player points by decision, added on the next list.

    A bonus by rule (Elo-Rubele, VI.11) is computed and not recorded by hand.

    Example: ledger player bonus grant 572-4 --pool uisp --points 10 --by chess-sector
    --article "act 12 of 2026"
    """
    from ledger.register import identities
    from ops.commands.bonus_by_decision import grant_bonus
    from ops.commands.receipts.decisions import bonus_granted

    with acting.opened() as house:
        number = identities.find(house.read, player)
        done = grant_bonus(house, pool, number, points, by=by, article=acting.article)
    who, at = identities.show(number), output.at(done.receipt)
    lines = [f"granted {points} points to {who} in {pool} ({at})", "  the next list adds them"]
    output.receipt(acting.format, bonus_granted(pool, number, points, done), lines)


@bonus_app.command
def withdraw(
    player: PlayerId,
    *,
    pool: PoolName,
    granted: Annotated[str, option('the position of the decision, as "#40"')],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Withdraw the points of a bonus by decision, on the next list.

    Example: ledger player bonus withdraw 572-4 --pool uisp --granted "#40" --by chess-sector
    --article "act 14 of 2026"
    """
    from ledger.register import identities
    from ops.answers.clocks import position_of
    from ops.commands.bonus_by_decision import withdraw_bonus
    from ops.commands.receipts.decisions import bonus_withdrawn

    with acting.opened() as house:
        number = identities.find(house.read, player)
        position = position_of(granted)
        done = withdraw_bonus(house, pool, number, position, by=by, article=acting.article)
    who, at = identities.show(number), output.at(done.receipt)
    lines = [
        f"withdrew {done.result} points from {who} in {pool} ({at})",
        "  the next list takes them",
    ]
    output.receipt(acting.format, bonus_withdrawn(pool, number, position, done), lines)
