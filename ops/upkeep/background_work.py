"""The last verification and the last backup in the background."""

import msgspec

from ledger.sentences import Position
from ops.answers.abouts import About
from ops.answers.answer import (
    Answer,
    Instant,
)
from ops.house import House
from ops.upkeep.background_runs import Kind, Outcome, Run, last_runs, last_runs_in


class BackgroundRun(msgspec.Struct, frozen=True):
    """A verification or a backup."""

    kind: Kind
    began_at: Instant
    ended_at: Instant
    outcome: Outcome
    faults: int
    position: Position | None
    """The last event verified or copied; None: not known."""
    chain_hash: str
    detail: str
    """The place of the first fault, the kind of a failure, or the name of the backup."""


def background_runs(house: House) -> Answer[BackgroundRun, About]:
    """Return the last run of each kind; no row for work that was never done."""
    runs = sorted(last_runs(house.ledger).items())
    return Answer(About(), tuple(_row(run) for _, run in runs))


def _row(run: Run) -> BackgroundRun:
    return BackgroundRun(
        kind=run.kind,
        began_at=Instant(run.began_at),
        ended_at=Instant(run.ended_at),
        outcome=run.outcome,
        faults=run.faults,
        position=None if run.position < 0 else Position(run.position),
        chain_hash=run.chain_hash,
        detail=run.detail,
    )


class Verification(msgspec.Struct, frozen=True):
    """The last verification of the whole ledger in the background."""

    ended_at: Instant
    outcome: Outcome
    faults: int
    verified_to: Position | None
    """The last event verified; None: not known."""


def last_verification(house: House) -> Verification | None:
    """Return the last verification; None: there was none."""
    store = house.official.store
    run = None if store is None else last_runs_in(store.engine).get("verification")
    if run is None:
        return None
    verified_to = None if run.position < 0 else Position(run.position)
    return Verification(Instant(run.ended_at), run.outcome, run.faults, verified_to)
