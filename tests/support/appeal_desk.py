"""A ledger with a refused tournament, and short words for the steps of an appeal."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger.actors.described import Described, Descriptions
from ledger.appeals.folding import Appeal, read_appeal
from ledger.events.access_kinds import Role
from ledger.events.base import Fact
from ledger.events.counting import TournamentRefused, TournamentReinstated
from ledger.register.identities import show
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Receipt, Request
from ops.access.actors import actor_on
from ops.access.keys import actor_with_key
from ops.actors.recordings import GrantRole
from ops.appeals.filing import Filed
from ops.appeals.recordings import AdmitAppeal, FileAppeal, SetAppealRules
from ops.closings.recordings import CloseList, PublishList
from ops.commands.composed import Recorded
from ops.house import House
from projections.official import Official
from tests.support.actors import new_key
from tests.support.closing_service import at
from tests.support.recording import a_ledger, begin, following, record, submit
from tests.support.store_facts import SetClock
from tests.support.worlds import FIDE, PAIR, Days, federation, games, rated, tournament

WORLD = federation([*PAIR, rated(3, 2000), rated(4, 2000)])
OPEN = tournament("T-1", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))
BODY = "fide-council"
"""The body that decides appeals against a refusal (FIDE 0.4)."""
FIRST = "A-000001"


@dataclass
class Desk:
    """A ledger, the official track, a clock, and the positions of the report and the refusal."""

    address: str
    ledger: Ledger
    official: Official
    clock: SetClock
    book: str
    report: int
    refusal: int

    @property
    def house(self) -> House:
        """The house of the command line."""
        return House(self.ledger, self.official)

    def acting(self, actor: str, *roles: Role, player: int | None = None) -> House:
        """Yield the house of an actor with some roles, possibly a player."""
        for role in roles:
            granted = GrantRole(
                actor=actor, role=role, in_force_from=date(2025, 1, 1), by="council"
            )
            granted.record(self.house)
        if player is not None:
            Descriptions(self.ledger.engine).put(Described(actor, "person", None, player))
        house = House(self.ledger, self.official)
        house.act_as(actor_on(self.ledger.read, actor, date(2025, 12, 1))[0])
        return house

    def with_key(self, actor: str, *roles: Role) -> House:
        """The house of an actor with a key."""
        house = self.acting(actor, *roles)
        house.act_as(actor_with_key(self.ledger, new_key(self.ledger, actor)[1], house.zone))
        return house

    def file(self, house: House | None = None, **given: Any) -> Recorded[Filed]:
        """Appeal against the refusal, told on 1 August unless said."""
        return self.filing(**given).record(house or self.house)

    def filing(self, *, player: int | None = None, **given: Any) -> FileAppeal:
        """An appeal as typed; a player by the register number."""
        usual: dict[str, Any] = {"pool": self.book, "kind": "refusal", "contested": self.refusal}
        usual |= {"capacity": "organiser", "notified": "2025-08-01", "source": "letter"}
        usual |= {"player": None if player is None else show(player)}
        return FileAppeal(**usual | given)

    def admit(self, **given: Any) -> Receipt:
        """Examine the first appeal."""
        usual: dict[str, Any] = {"by": BODY}
        return AdmitAppeal(appeal=FIRST, **usual | given).record(self.house).receipt

    def rules(self, **given: Any) -> None:
        """Set rules for appeals against a refusal."""
        usual: dict[str, Any] = {"pool": self.book, "kind": "refusal", "by": "council"}
        usual |= {"in_force_from": date(2025, 1, 1)}
        SetAppealRules(**usual | given).record(self.house)

    def close(self, period: str) -> None:
        """Close a list."""
        CloseList(pool=self.book, period=period).record(self.house)

    def publish(self, period: str, on: date) -> None:
        """Publish a closed list."""
        PublishList(pool=self.book, period=period, on=on).record(self.house)

    def rating(self, player: int, period: str) -> int:
        """The rating of a player on a list."""
        self.official.catch_up()
        pool = self.house.pool(self.book)
        return pool.states([player], pool.list_of(period).number)[player].rating

    def lift(self) -> None:
        """Take the refusal back before any appeal."""
        record(self.ledger, "lift", TournamentReinstated(tournament="T-1", by=BODY))

    def closing_once(self, period: str) -> House:
        """Yield a house with a list closed between the first composition and the recording."""
        desk = self

        class ClosingHouse(House):
            closed = False

            def append(self, compose: Any, **options: Any) -> Receipt:
                def composed() -> Any:
                    request = compose()
                    if not self.closed:
                        self.closed = True
                        desk.close(period)
                    return request

                return super().append(composed, **options)

        return ClosingHouse(self.ledger, self.official)

    def appeal(self, known: int | None = None) -> Appeal:
        """The first appeal."""
        found = read_appeal(self.ledger.read, FIRST, known)
        assert found is not None
        return found

    def record(self, recorded_by: str, fact: Fact) -> int:
        """Record a fact as somebody."""
        key = f"fact of {recorded_by}"
        return self.ledger.append(
            Request(key, (NewEvent(fact),), recorded_by=recorded_by)
        ).last_position


@contextmanager
def at_a_desk(address: str, book: str = FIDE, days: Days = ()) -> Iterator[Desk]:
    """A new ledger with a tournament refused by the FIDE Council on 1 August 2025."""
    clock = SetClock(at("2025-08-01 09:00"))
    with a_ledger(address, clock) as ledger, following(ledger) as official:
        begin(ledger, WORLD, book, days)
        report = submit(ledger, OPEN, book)
        refused = TournamentRefused(tournament="T-1", by=BODY, article="0.4")
        refusal = record(ledger, "refuse", refused)
        yield Desk(address, ledger, official, clock, book, report, refusal)
