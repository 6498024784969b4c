"""The measurements of a run, each as lines of the report."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from statistics import median

from ledger.store.ledger import Ledger
from ops.bench import (
    earlier,
    operations,
    passes,
    peers,
    previewing,
    recording,
    register,
    serving,
    supposing,
    truth,
)
from ops.bench.table import Line, microseconds, millions
from ops.bench.worlds import CHESS, DRAUGHTS, UISP, UISP_BEGIN, Kind, World
from ops.bench.writing import write
from projections.rulebooks import rulebook

LOOP = "plain dict loop"

GAMES_JUDGED = 2_000_000
"""Of the chess world that the targets are stated for. In a smaller one each list has so few games
that the costs of a list, not those of its games, make the ratio: such a line is not judged."""

OF_ANY_WORLD = ("T5", "T10", "G7")
"""Targets of single events and answers, whose ratios hardly rest on the size of the world."""

OF_A_REGISTER = ("G4", "G8")
"""Targets stated for a register of a size of its own."""

_LARGE = 100_000
"""Players of a chess world with whom a large register is measured too."""

BARE_TO_ROW = 0.38

FIDE_TO_LOOP, UISP_TO_LOOP, PROVED_TO_LOOP = 11, 8, 1.8
"""T1 and T2, judged against the loop of today. The aims, 15 and 5, were set when the loop took half
as long again."""

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
    with_earlier: bool = True
    """Whether the engine of an earlier commit is measured too."""
    skipped: int = 0
    """Editions that are over before the lasting world begins."""
    rounds: int = 3_000
    """Of look-ups."""
    requests: int = 500
    """Of a server, for each question."""
    reports: int = 300
    """Recorded by a server, for each number of clients."""
    registered: int = register.JUDGED
    """People in the register into which files are imported."""


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
        registered=register.JUDGED if players >= _LARGE else 2 * register.FEW,
    )


class DigestsDiffer(Exception):
    """Two engines gave other results: their times say nothing."""


def measured(plan: Plan, folder: Path, others: Path, say: Callable[[str], None]) -> Iterator[Line]:
    """Measure everything in order; yield the lines when ready."""
    small = plan.chess.games < GAMES_JUDGED
    for line in _measured(plan, folder, others, say):
        of_world = small and line.target not in (*OF_ANY_WORLD, *OF_A_REGISTER)
        yield replace(line, too_small=line.too_small or of_world)


def _measured(plan: Plan, folder: Path, others: Path, say: Callable[[str], None]) -> Iterator[Line]:
    before = Earlier(earlier.unpacked(folder) if plan.with_earlier else None, plan.runs)
    yield from _appends(folder, plan.runs, say)
    say(f"reports of {recording.CLIENTS} clients")
    yield from recording.lines(recording.measured(folder, plan.reports))
    say(f"a register of {plan.registered:,} people")
    yield from register.lines(register.measured(folder, plan.registered))
    say(f"writing {plan.chess.games:,} games of chess")
    with write(plan.chess, folder / "chess") as ledger:
        yield from _chess(ledger, plan, others, before, say)
        say("previews of corrections")
        yield from _previewed(previewing.measured(ledger, CHESS.pool, plan.runs))
        say("supposed results")
        yield from _supposed(supposing.measured(ledger, CHESS.pool, plan.runs))
        say("answers of a server")
        yield from _served(serving.measured(ledger, plan.chess, plan.requests))
        say("imports")
        old = operations.imports(ledger, CHESS.pool, plan.chess.last_day)
    with write(plan.young, folder / "young") as ledger:
        young = operations.imports(ledger, CHESS.pool, plan.young.last_day)
    what = f"import of 40 players after {plan.chess.periods} lists"
    numbers = f"{1_000 * old:.0f} ms; {1_000 * young:.0f} ms of processor time"
    yield Line("G1", what, f"after {plan.young.periods}", old / young, numbers, at_most=1.3)
    say("a history under every edition")
    yield from _long_law(plan, folder)
    say("peak memory of a replay")
    used = truth.peak_of_replay(folder / "chess", CHESS.pool)
    what = f"peak memory, {plan.chess.games / 1e6:g} M games proved"
    yield Line("", what, "2 GiB", used / (2 << 30), f"{used / (1 << 20):,.0f} MiB", at_most=1)
    for world, target, what, at_least in (
        (plan.draughts, "T8", "chained replay", 2),
        (plan.uisp, "T1", "Elo UISP, quarterly replay from arrays", UISP_TO_LOOP),
    ):
        say(f"writing {world.games:,} games of {world.kind.pool}, and replaying them")
        with write(world, folder / world.kind.pool) as ledger:
            compared = _compared(ledger, world.kind, plan.runs)
            yield compared.line(target, what, at_least)
            yield from before.lines(world, {(target, what, "from arrays"): compared.engine})
    say("look-ups")
    with write(plan.asked, folder / "asked") as ledger:
        yield from _lookups(operations.look_ups(ledger, CHESS.pool, plan.rounds))


def _appends(folder: Path, runs: int, say: Callable[[str], None]) -> Iterator[Line]:
    for batch, (target, times) in BATCHES.items():
        say(f"append, batches of {batch:,}")
        ours, theirs = operations.appends(folder, batch, max(2, times * runs // 3))
        numbers = f"{batch / ours:,.0f} events/s; raw {batch / theirs:,.0f}"
        what = f"durable append, {batch:,} a batch"
        yield Line("T5", what, "raw executemany", theirs / ours, numbers, at_least=target)


@dataclass(frozen=True, slots=True)
class Earlier:
    """The engine of an earlier commit."""

    files: Path | None
    runs: int

    def lines(self, world: World, speeds: Mapping[tuple[str, str, str], float]) -> Iterator[Line]:
        """Yield a line for each speed, by target, words, and name among those of that engine."""
        theirs = earlier.games_per_second(self.files, world, self.runs)
        for (target, what, name), ours in speeds.items():
            ratio = ours / theirs[name] if theirs else None
            numbers = _pair(ours, theirs.get(name))
            yield Line(target, what, f"the engine of {earlier.COMMIT}", ratio, numbers)


@dataclass(frozen=True, slots=True)
class _Compared:
    """Games a second of the engine and of the plain loop, which give the same ratings."""

    games: int
    engine: float
    loop: float
    digest: str

    def line(self, target: str, what: str, at_least: float) -> Line:
        ratio, numbers = self.engine / self.loop, _pair(self.engine, self.loop)
        return Line(target, what, LOOP, ratio, numbers, at_least)


def _compared(ledger: Ledger, kind: Kind, runs: int) -> _Compared:
    """Run engine and plain loop in turn. Raises DigestsDiffer."""
    done = [passes.run(ledger, kind) for _ in range(runs)]
    digests = {digest for result in done for digest in (result.engine_digest, result.plain_digest)}
    if len(digests) != 1:
        raise DigestsDiffer("the engine and the plain loop give other ratings")
    games = done[0].games
    engine = games / median(result.engine_s for result in done)
    loop = games / median(result.plain_s for result in done)
    return _Compared(games, engine, loop, digests.pop())


def _chess(
    ledger: Ledger, plan: Plan, others: Path, before: Earlier, say: Callable[[str], None]
) -> Iterator[Line]:
    say("replay from arrays and plain loop, in turn")
    compared, what = _compared(ledger, CHESS, plan.runs), "period replay from arrays"
    yield compared.line("T1", what, FIDE_TO_LOOP)
    say("peers")
    for peer, target in (("elo", 60), ("elote", None)):
        speed = peers.per_second(others, plan.peer_games, "peer_games.py", peer)
        ratio = speed and compared.engine / speed
        yield Line("T1", what, peer, ratio, _pair(compared.engine, speed), at_least=target)
    say("replay from the truth")
    seconds, digests = truth.timed(ledger, CHESS.pool, plan.runs)
    if digests != {compared.digest}:
        raise DigestsDiffer("replay from the truth gives other ratings")
    fetch, rated, proved = (
        compared.games / seconds[way] for way in (truth.fetch_and_chain, truth.rated, truth.proved)
    )
    truths = (("truth to ratings", rated), ("truth to ratings, lists proved", proved))
    for (what, speed), at_least in zip(truths, (5, PROVED_TO_LOOP), strict=True):
        ratio = speed / compared.loop
        yield Line("T2", what, LOOP, ratio, _pair(speed, compared.loop), at_least)
        yield Line("T2", what, "fetch + chain", speed / fetch, _pair(speed, fetch), at_least=0.25)
    say(f"the engine of {earlier.COMMIT}")
    speeds = {("T1", "period replay from arrays", "from arrays"): compared.engine}
    speeds |= {
        ("T2", what, name): speed
        for (what, speed), name in zip(truths, ("rated", "proved"), strict=True)
    }
    yield from before.lines(plan.chess, speeds)
    log = peers.per_second(others, plan.peer_events, "peer_log.py")
    numbers = f"{millions(rated)}; " + (f"{log:,.0f} events/s" if log else "absent")
    yield Line("T4", "replay from the truth", "eventsourcing log", log and rated / log, numbers, 40)


def _lookups(seconds: operations.LookUps) -> Iterator[Line]:
    for what, ours, at_most in (
        ("as-of look-up, blocks proved anew, p50", seconds.proved, 2),
        ("as-of look-up, blocks proved before, p50", seconds.again, 1.5),
    ):
        numbers = f"{microseconds(ours)}; {microseconds(seconds.key)}; {seconds.rows:,} rows"
        yield Line("T6", what, "primary-key SELECT", ours / seconds.key, numbers, at_most=at_most)


def _previewed(cost: previewing.Cost) -> Iterator[Line]:
    what = "preview of a correction in the last list"
    for against, replay, at_most in (
        ("full replay, as `ledger rebuild`", cost.rebuild, 0.1),
        ("full replay, lists proved in memory", cost.proved, None),
    ):
        numbers = f"{cost.preview:.2f}; {replay:.2f} s of processor time; {cost.moves} rows move"
        yield Line("T11", what, against, cost.preview / replay, numbers, at_most=at_most)


def _supposed(cost: supposing.Cost) -> Iterator[Line]:
    what = f"{cost.results:,} other results, each on its list"
    for against, replay, at_most in (
        ("full replay, lists proved in memory", cost.proved, 10),
        ("one result alone, every list computed", cost.alone, None),
    ):
        numbers = f"{cost.together:.2f}; {replay:.2f} s of processor time"
        yield Line("G5", what, against, cost.together / replay, numbers, at_most=at_most)


def _served(cost: serving.Served) -> Iterator[Line]:
    for what, ours in (("a row by its key, served", cost.raw), ("a rating, served", cost.rating)):
        numbers = f"{1_000 * ours.cpu:.2f}; {1_000 * cost.bare.cpu:.2f} ms of processor time"
        at_least = BARE_TO_ROW if ours is cost.raw else None
        ratio = cost.bare.cpu / ours.cpu
        yield Line("T10", what, "the row by plain ASGI", ratio, numbers, at_least=at_least)
    for what, ours, aim_ms, at_most in (
        ("a row by its key, served", cost.raw, 0, 2.5),
        ("a rating as of a day, served", cost.rating, 5, 15),
        ("a page of 50 rows, served", cost.page, 50, 25),
        ("a page of names beginning so, served", cost.search, 0, 70),
    ):
        aim = f" (aim {aim_ms})" if aim_ms else ""
        both = f"{1_000 * ours.cpu:.2f}; {1_000 * cost.empty.cpu:.2f} ms of processor time"
        numbers = f"{both}; p50 {1_000 * ours.wall:.1f} ms{aim}"
        ratio = ours.cpu / cost.empty.cpu
        yield Line("T10", what, "empty answer", ratio, numbers, at_most=at_most)
    for target, what, costs, at_most in (
        ("T12", "answer", cost.answers, 40),
        ("T13", "page", cost.pages, 60),
    ):
        for name, ours in costs.items():
            numbers = f"{1_000 * ours.cpu:.2f}; {1_000 * cost.empty.cpu:.2f} ms of processor time"
            ratio = ours.cpu / cost.empty.cpu
            yield Line(target, f"{what} of {name}", "empty answer", ratio, numbers, at_most=at_most)


def _pair(ours: float, theirs: float | None) -> str:
    return f"{millions(ours)}; " + ("absent" if theirs is None else millions(theirs))


# ------------------------------------------------------------------------ the cost of a long law


def of_all_editions(world: World, skipped: int = 0) -> World:
    """Return a world of the same size with lists from the first edition past the last.

    `skipped`: so many editions are over before it begins.
    """
    first, *_, last = (date.fromisoformat(name) for name in _editions(world)[skipped:])
    months = (last.year - first.year) * 12 + last.month - first.month + 1
    periods = max(world.periods, months // world.kind.months + 1)
    return replace(world, begin=first.replace(day=1), periods=periods)


def _long_law(plan: Plan, folder: Path) -> Iterator[Line]:
    """Compare a history under every edition with one under the last editions, T1 and T2.

    Both worlds have one shape, list for list: only the law differs.
    """
    world = plan.lasting
    old = of_all_editions(world, plan.skipped)
    new = replace(old, begin=world.begin)
    with write(old, folder / "old") as old_ledger, write(new, folder / "new") as new_ledger:
        speeds = [
            (_speeds(old_ledger, world.kind), _speeds(new_ledger, world.kind))
            for _ in range(plan.runs)
        ]
    what = f"{len(_editions(world)) - plan.skipped} editions, {old.periods} lists"
    for at, target in enumerate(("T1", "T2")):
        ours, theirs = (median(pair[side][at] for pair in speeds) for side in (0, 1))
        numbers = f"{millions(ours)}; {millions(theirs)}"
        yield Line(target, what, "the last editions alone", ours / theirs, numbers)


def _editions(world: World) -> list[str]:
    return [edition.name for edition in rulebook(world.kind.pool).editions]


def _speeds(ledger: Ledger, kind: Kind) -> tuple[float, float]:
    """Return the games a second from arrays, and from the truth."""
    done = passes.run(ledger, kind, with_loop=False)
    seconds, _ = truth.timed(ledger, kind.pool, 1)
    return done.games / done.engine_s, done.games / seconds[truth.rated]
