"""The measurements of a run, each as lines of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ledger.store.ledger import Ledger
from ops.bench import ages, appends, imports, lookups, passes, peers, resident, truth
from ops.bench.kinds import CHESS, DRAUGHTS, UISP, UISP_BEGIN
from ops.bench.table import Line, microseconds, millions
from ops.bench.worlds import World
from ops.bench.writing import write

LOOP = "plain dict loop"

BATCHES = {1: (0.55, 300), 100: (0.25, 60), 10_000: (0.18, 5)}
"""T5: events of a batch, target, runs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The measurements of a run and their sizes."""

    chess: World
    draughts: World
    uisp: World
    young: World
    """The chess world after its first lists: to which the import is compared."""
    asked: World
    """The chess world that look-ups are made in."""
    lasting: World
    """The chess world that is written under every edition too."""
    runs: int
    peer_games: int
    peer_events: int
    skipped: int = 0
    """Editions that are over before the lasting world begins."""
    rounds: int = 3_000
    """Of look-ups."""


def plan(players: int, periods: int, games: int, runs: int) -> Plan:
    """Return a plan by the size of the chess world; the other worlds follow."""
    some, first = min(games, 2_000_000), max(1, periods // 12)
    return Plan(
        chess=World(CHESS, players, periods, games),
        draughts=World(DRAUGHTS, max(440, some // 20), min(periods, 40), some),
        uisp=World(UISP, players, min(periods, 40), some, begin=UISP_BEGIN),
        young=World(CHESS, players, first, max(2_000, games * first // periods)),
        asked=World(CHESS, max(440, some // 40), min(periods, 24), some // 4),
        lasting=World(CHESS, max(440, min(players, some // 20)), periods, some),
        runs=runs,
        peer_games=max(2_000, min(200_000, games // 10)),
        peer_events=max(2_000, min(50_000, games // 40)),
    )


class DigestsDiffer(Exception):
    """Two engines gave other results: their times say nothing."""


def measured(plan: Plan, folder: Path, others: Path, say: Callable[[str], None]) -> Iterator[Line]:
    """Measure everything in order; yield the lines when ready."""
    yield from _appends(folder, plan.runs, say)
    say(f"writing {plan.chess.games:,} games of chess")
    with write(plan.chess, folder / "chess") as ledger:
        yield from _chess(ledger, plan, others, say)
        say("imports")
        old = imports.timed(ledger, CHESS.pool, plan.chess.last_day)
    with write(plan.young, folder / "young") as ledger:
        yield _imports(plan, old, imports.timed(ledger, CHESS.pool, plan.young.last_day))
    say("a history under every edition")
    yield from ages.measured(plan.lasting, folder, plan.runs, plan.skipped)
    say("peak memory of a replay")
    yield _memory(folder / "chess", plan)
    say(f"writing {plan.draughts.games:,} games of draughts")
    with write(plan.draughts, folder / "draughts") as ledger:
        yield _draughts(ledger, plan, say)
    say(f"writing {plan.uisp.games:,} games of UISP chess")
    with write(plan.uisp, folder / "uisp") as ledger:
        yield _uisp(ledger, plan, say)
    say("look-ups")
    with write(plan.asked, folder / "asked") as ledger:
        yield from _lookups(lookups.timed(ledger, CHESS.pool, plan.rounds))


def _imports(plan: Plan, old: float, young: float) -> Line:
    what = f"import of 40 players after {plan.chess.periods} lists"
    numbers = f"{1_000 * old:.0f} ms; {1_000 * young:.0f} ms of processor time"
    return Line("G1", what, f"after {plan.young.periods}", old / young, numbers, at_most=1.3)


def _appends(folder: Path, runs: int, say: Callable[[str], None]) -> Iterator[Line]:
    for batch, (target, times) in BATCHES.items():
        say(f"append, batches of {batch:,}")
        ours, theirs = appends.timed(folder, batch, max(2, times * runs // 3))
        numbers = f"{batch / ours:,.0f} events/s; raw {batch / theirs:,.0f}"
        what = f"durable append, {batch:,} a batch"
        yield Line("T5", what, "raw executemany", theirs / ours, numbers, at_least=target)


def _chess(ledger: Ledger, plan: Plan, others: Path, say: Callable[[str], None]) -> Iterator[Line]:
    pool = CHESS.pool
    say("replay from arrays and plain loop, in turn")
    done = _agreeing([passes.fide(ledger, pool) for _ in range(plan.runs)])
    engine, loop = _speed(done, "engine_s"), _speed(done, "plain_s")
    what = "period replay from arrays"
    yield Line("T1", what, LOOP, engine / loop, _pair(engine, loop), at_least=15)
    say("peers")
    for peer, target in (("elo", 60), ("elote", None)):
        speed = peers.games_per_second(others, peer, plan.peer_games)
        ratio = speed and engine / speed
        yield Line("T1", what, peer, ratio, _pair(engine, speed), at_least=target)
    say("replay from the truth")
    took, digests = truth.timed(ledger, pool, plan.runs)
    if digests != {done[0].engine_digest}:
        raise DigestsDiffer("replay from the truth gives other ratings")
    yield from _truth({way.__name__: done[0].games / took[way] for way in took}, loop)
    log = peers.events_per_second(others, plan.peer_events)
    rated = done[0].games / took[truth.rated]
    numbers = f"{millions(rated)}; " + (f"{log:,.0f} events/s" if log else "absent")
    yield Line("T4", "replay from the truth", "eventsourcing log", log and rated / log, numbers, 40)


def _truth(speed: dict[str, float], loop: float) -> Iterator[Line]:
    for name, what in (("rated", "truth to ratings"), ("proved", "truth to ratings, lists proved")):
        fetch = speed["fetch_and_chain"]
        yield Line("T2", what, LOOP, speed[name] / loop, _pair(speed[name], loop), at_least=5)
        numbers = _pair(speed[name], fetch)
        yield Line("T2", what, "fetch + chain", speed[name] / fetch, numbers, at_least=0.25)


def _memory(path: Path, plan: Plan) -> Line:
    used = resident.of_replay(path, CHESS.pool)
    what = f"peak memory, {plan.chess.games / 1e6:g} M games proved"
    return Line("", what, "2 GiB", used / (2 << 30), f"{used / (1 << 20):,.0f} MiB", at_most=1)


def _draughts(ledger: Ledger, plan: Plan, say: Callable[[str], None]) -> Line:
    say("chained replay and plain loop, in turn")
    done = _agreeing([passes.rubele(ledger, DRAUGHTS.pool) for _ in range(plan.runs)])
    engine, loop = _speed(done, "engine_s"), _speed(done, "plain_s")
    return Line("T8", "chained replay", LOOP, engine / loop, _pair(engine, loop), at_least=2)


def _uisp(ledger: Ledger, plan: Plan, say: Callable[[str], None]) -> Line:
    say("quarterly replay and plain loop, in turn")
    done = _agreeing([passes.uisp(ledger, UISP.pool) for _ in range(plan.runs)])
    engine, loop = _speed(done, "engine_s"), _speed(done, "plain_s")
    what = "Elo UISP, quarterly replay from arrays"
    return Line("T1", what, LOOP, engine / loop, _pair(engine, loop), at_least=15)


def _lookups(took: lookups.LookUps) -> Iterator[Line]:
    for what, ours, theirs in (
        ("as-of look-up, blocks proved anew, p50", took.proved, took.key),
        ("as-of look-up, blocks proved before, p50", took.again, took.key),
    ):
        numbers = f"{microseconds(ours)}; {microseconds(theirs)}; {took.rows:,} rows"
        yield Line("T6", what, "primary-key SELECT", ours / theirs, numbers, at_most=1.5)


def _agreeing(done: list[passes.Pass]) -> list[passes.Pass]:
    digests = {digest for result in done for digest in (result.engine_digest, result.plain_digest)}
    if len(digests) != 1:
        raise DigestsDiffer("the engine and the plain loop give other ratings")
    return done


def _speed(done: list[passes.Pass], which: str) -> float:
    return done[0].games / median(getattr(result, which) for result in done)


def _pair(one: float, other: float | None) -> str:
    return f"{millions(one)}; " + ("absent" if other is None else millions(other))
