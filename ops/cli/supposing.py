"""rules what-if: a list as it would be in a supposed history."""

from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import ListOrInForce, PoolName, option, rules_app
from ops.cli.shared_options import Knowing
from ops.cli.words import Row, cells
from ops.words import states

if TYPE_CHECKING:
    from ops.answers.supposed_changes import SupposedChange


@rules_app.command(name="what-if")
def what_if(
    pool: PoolName,
    period: ListOrInForce = None,
    *,
    without: Annotated[
        tuple[str, ...], option('an event that was not recorded, as "#12"; repeat for more')
    ] = (),
    result: Annotated[
        tuple[str, ...], option('another result of a game, White first, as "#12#3 1 0"')
    ] = (),
    number: Annotated[
        tuple[str, ...], option("another value of a number of the rules, as k_standard=30")
    ] = (),
    edition: Annotated[
        tuple[str, ...], option("another first day of an edition, as 2024-03-01=2023-01-01")
    ] = (),
    each_result: Annotated[
        str | None, option("each other result of the games of this tournament, one at a time")
    ] = None,
    each_result_of: Annotated[
        str | None, option("each other result of the games of this player on the list")
    ] = None,
    limit: Annotated[int, option("at most so many of these results; 0 for all")] = 200,
    page: Annotated[int, option("which page of these results, from 1")] = 1,
    knowing: Knowing = Knowing(),
) -> None:
    """Show what would be otherwise on a list in a supposed history. Nothing of it is official.

    Later events about what is left out have no effect, nor have the corrections that it caused;
    they are named. With --each-result the list
    is by default the one that counts the tournament; on a later one a page has 20 results.

    Example: ledger rules what-if fide-standard 2025-11 --number k_standard=30
    """
    from ops.answers import what_if as answers
    from ops.answers.other_results import OtherResults

    others = OtherResults(each_result, each_result_of, limit or None, page)
    supposing = answers.Supposing(without, result, number, edition)
    with knowing.followed() as house:
        found = answers.what_if(house, pool, period, supposing, knowing.known_at, others)
    title = Sentence(
        "{pool}: hypothetical list {list}, never published", pool=pool, list=found.about.list
    )
    output.answer(found, knowing.format, title=title, words=_supposed)


def _supposed(row: "SupposedChange") -> Row:
    """Return a value of a player in a supposed history."""
    return cells(row, what=states.word("difference of two lists", row.what))
