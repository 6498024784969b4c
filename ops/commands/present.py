"""The ledger as it stands while decisions are checked: each pool and tournament is read once."""

from __future__ import annotations

from functools import cached_property
from types import TracebackType

from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.answers.tournament_games import Tournament, read_tournament
from projections.official import Official
from projections.queries import PoolQuery


class Present:
    """What decisions are checked against, looked up when it is first asked for. Use `with`."""

    def __init__(self, ledger: Ledger) -> None:
        """Look at a ledger."""
        self.ledger = ledger
        self._pools: dict[str, PoolQuery] = {}
        self._tournaments: dict[str, Tournament] = {}

    def pool(self, name: str) -> PoolQuery:
        """Return a pool with everything recorded. Raises UnknownPool, ReplayStopped."""
        if name not in self._pools:
            self._pools[name] = PoolQuery(self._official, name)
        return self._pools[name]

    def tournament(self, tournament: str) -> Tournament:
        """Return a tournament as it stands. Raises Refused for an unknown one."""
        if tournament not in self._tournaments:
            self._tournaments[tournament] = read_tournament(self.ledger.read, tournament)
        return self._tournaments[tournament]

    @cached_property
    def last_player(self) -> int:
        """The last register number given; 0: none."""
        return identities.last(self.ledger.read).player

    @cached_property
    def _official(self) -> Official:
        official = Official(self.ledger)
        official.catch_up()
        return official

    def __enter__(self) -> Present:
        """Use as a context."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the connections of the projection back."""
        if "_official" in self.__dict__:
            self._official.close()
