"""Teams of a team tournament, as columns of a report."""

from typing import Annotated

from msgspec import Meta

from ledger import columns
from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Name
from ledger.sentences import Sentence


class Teams(base.Structure, frozen=True, kw_only=True):
    """The teams of a team tournament; `member` lists entrants (their rows) team after team."""

    name: tuple[Name, ...]
    number: base.NumberColumn
    size: Annotated[base.NumberColumn, Meta(description="members of each team, 4 digits each")]
    member: Annotated[base.NumberColumn, Meta(description="rows of entrants, 4 digits each")]

    def check(self, entrants: int) -> None:
        """Refuse columns that do not fit together. Raises BadEvent."""
        rows = base.digits(self, "number", "size")
        members = columns.read(self.member, columns.NUMBER)
        if len(self.name) != rows or base.digits(self, "member") != len(members):
            raise BadEvent(
                Sentence("names: {names}, teams: {teams}", names=len(self.name), teams=rows)
            )
        if int(columns.read(self.size, columns.NUMBER).sum()) != len(members):
            raise BadEvent(
                Sentence(
                    "the sizes of the teams do not add up to the members, {members}",
                    members=len(members),
                )
            )
        if len(members) and members.max() >= entrants:
            raise BadEvent(Sentence("a team names an entrant who is not there"))
        if len(set(members.tolist())) != len(members):
            raise BadEvent(Sentence("an entrant is in two teams"))
