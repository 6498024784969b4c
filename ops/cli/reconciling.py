"""The command that compares a closed list with the list of another body: external-list compare."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ledger.errors import Refused
from ledger.wording import counted
from ops.cli import exits, output
from ops.cli.app import (
    Acting,
    Knowing,
    ListName,
    OnArticle,
    PoolName,
    Recording,
    external_list_app,
    option,
)
from ops.cli.options import AsWritten
from ops.cli.words import difference_row
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.store.requests import Receipt
    from ops.answers.compare_lists import Reconciliation
    from ops.answers.list_differences import Difference
    from ops.house import House


@Parameter(name="*")
@dataclass(frozen=True)
class Accepting(Recording):
    """Options to accept ratings of the other list: players, decision, recorder."""

    accept: Annotated[
        tuple[str, ...], option("adjust the ratings of these players to the other list")
    ] = ()
    accept_all: Annotated[bool, option("adjust all ratings that differ")] = False
    by: Annotated[str | None, option("the body that decided to accept")] = None
    article: OnArticle = None

    @property
    def asked(self) -> bool:
        """Whether anything is to be recorded."""
        return bool(self.accept) or self.accept_all

    def acting(self, ledger: str) -> Acting:
        """Return the options of recording."""
        recording = {field.name: getattr(self, field.name) for field in fields(Recording)}
        return Acting(ledger=ledger, **recording)

    def check(self) -> None:
        """Raise Refused if ratings are accepted without a deciding body."""
        if self.asked and not self.by:
            raise Refused(
                "--by: say which body decided to accept",
                code="option-needed",
                field="by",
                expected="the body that decided",
            )


@external_list_app.command(name="compare")
def compare(
    pool: PoolName,
    period: ListName,
    file: Annotated[Path, option("the file of the other list")],
    *,
    as_written: AsWritten = AsWritten(),
    body: Annotated[str, option("the body, by the name of its recorded lists")] = "fide",
    federation: Annotated[
        str, option("of players missing on our list show only this federation")
    ] = "",
    accepting: Accepting = Accepting(),
    asked: Knowing = Knowing(),
) -> int:
    """Compare a closed list with the list of another body, row by row, with causes where known.

    Accepted ratings are adjusted on the next list. Ends with 1 if the lists differ.

    Example: ledger external-list compare fide-standard 2026-09 standard_sep26frl.zip
    --kind standard
    """
    from ops.answers import compare_lists

    accepting.check()
    against = compare_lists.Against(file, as_written.written(), body, federation.upper())
    opening = accepting.acting(asked.ledger) if accepting.asked else asked
    with opening.followed() as house:
        opened = asked.of(house, pool)
        with shown("reading the list") as progress:
            result = compare_lists.reconcile(opened, period, against, progress)
        code = exits.FOUND if result.found else exits.DONE
        title, answer = f"{pool} {period}: differences", compare_lists.differences(opened, result)
        if not accepting.asked:
            output.answer(answer, asked.format, title=title, words=difference_row)
            return code
        chosen, receipts = _accept(house, pool, result, accepting)
    words = [f"adjusted ({output.at(receipt)})" for receipt in receipts]
    words.append(f"{counted(len(chosen), 'rating')} accepted")
    if asked.format == "json":
        of_all = {**answer.about, "accepted": len(chosen), "rows": answer.rows}
        output.recorded("json", receipts, (), about=of_all, warnings=words, code=code)
        return code
    output.recorded("text", receipts, (), warnings=words)
    output.answer(answer, asked.format, title=title, words=difference_row)
    return code


def _accept(
    house: House, pool: str, result: Reconciliation, accepting: Accepting
) -> tuple[list[Difference], list[Receipt]]:
    """Record the accepted ratings before anything is shown."""
    from ledger.register import identities
    from ops.commands.decide_ratings import accepted, adjustments
    from ops.commands.record_decision import record

    named = () if accepting.accept_all else accepting.accept
    players = [identities.find(house.read, number) for number in named]
    chosen = accepted(result.differences, players or None)
    facts = adjustments(pool, chosen, by=accepting.by or "", article=accepting.article)
    return chosen, [record(house, fact).receipt for fact in facts]
