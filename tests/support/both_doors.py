"""The same question at both doors: addresses of the service, and words of the command line."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from msgspec import structs

from ledger.register import identities
from ops.doors.catalogue import questions
from ops.doors.declare import PARAMETER, DeclaredQuestion
from ops.house import House

REMEDY = re.compile(r"`ledger [^`]*`|(GET|POST|DELETE) /v1/[^\s;,)\"]+")
"""What settles a matter, as a command or as an address."""


class Question(NamedTuple):
    """A question as a path, and as words of the command line."""

    path: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Pool:
    """A pool of a season, with a few lists, players and tournaments."""

    name: str
    lists: tuple[str, ...]
    players: tuple[str, ...]
    tournaments: tuple[str, ...]

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """A player and a list of the pool, a few times."""
        return ((player, period) for player in self.players[:4] for period in self.lists[-2:])


def pools(house: House, most: int) -> list[Pool]:
    """Return the pools of a ledger, with at most so many lists, players and tournaments."""
    return [pool_of(house, name, most) for name in sorted(house.official.facts.pools)]


def pool_of(house: House, name: str, most: int) -> Pool:
    """Return a pool with at most so many lists, players and tournaments."""
    asked = house.pool(name)
    lists = [row.period for row in asked.lists() if row.number]
    players = sorted(asked.states(range(1, house.official.facts.players + 1), len(lists)))
    announced = house.official.facts.announcements.items()
    tournaments = sorted(one for one, about in announced if name in about.pools)
    return Pool(
        name,
        tuple(_some(lists, most)),
        tuple(identities.show(player) for player in _some(players, most)),
        tuple(_some(tournaments, most)),
    )


def _some(values: Sequence[Any], most: int) -> list[Any]:
    """Return values spread over all, with the first and the last."""
    step = max(1, len(values) // most)
    return [*values[::step][: most - 1], *values[-1:]]


def _each_list(path: str, *words: str) -> Callable[[Pool], Iterator[Question]]:
    def questions(pool: Pool) -> Iterator[Question]:
        for period in pool.lists:
            yield Question(
                f"/v1/pools/{pool.name}/lists/{period}{path}", (*words, pool.name, period)
            )

    return questions


def _each_player(path: str, *words: str) -> Callable[[Pool], Iterator[Question]]:
    def questions(pool: Pool) -> Iterator[Question]:
        for player in pool.players:
            yield Question(
                f"/v1/pools/{pool.name}/players/{player}{path}", (*words, pool.name, player)
            )

    return questions


def _ratings(pool: Pool) -> Iterator[Question]:
    yield from _each_player("/rating", "player", "rating")(pool)
    for player in pool.players[:3]:
        clocks = ("--as-of", "2030-01-01", "--known-at", "#20")
        yield Question(
            f"/v1/pools/{pool.name}/players/{player}/rating?as_of=2030-01-01&known_at=20",
            ("player", "rating", pool.name, player, *clocks),
        )


def _explanations(pool: Pool) -> Iterator[Question]:
    for player, period in pool.pairs:
        path = f"/v1/pools/{pool.name}/players/{player}/lists/{period}/explanation"
        words = ("player", "explain", pool.name, player, period)
        yield Question(path, words)
        yield Question(f"{path}?track=revised", (*words, "--track", "revised"))


def _also_revised(asked: Callable[[Pool], Iterator[Question]]) -> Callable[[Pool], Any]:
    """Ask the last of some questions also about the revised track."""

    def questions(pool: Pool) -> Iterator[Question]:
        every = list(asked(pool))
        yield from every
        for path, words in every[-1:]:
            joined = "&" if "?" in path else "?"
            yield Question(f"{path}{joined}track=revised", (*words, "--track", "revised"))

    return questions


def _comparisons(pool: Pool) -> Iterator[Question]:
    for earlier, later in zip(pool.lists, pool.lists[1:], strict=False):
        yield Question(
            f"/v1/pools/{pool.name}/lists/{earlier}/compare/{later}",
            ("list", "compare", pool.name, earlier, later),
        )
    for earlier, later in zip(pool.lists[-2:], pool.lists[-1:], strict=False):
        yield Question(
            f"/v1/pools/{pool.name}/lists/{earlier}/compare/{later}?causes=true&limit=5&page=2",
            (
                "list",
                "compare",
                pool.name,
                earlier,
                later,
                "--causes",
                "--limit",
                "5",
                "--page",
                "2",
            ),
        )


def _supposed(pool: Pool) -> Iterator[Question]:
    for period in pool.lists[-1:]:
        yield Question(
            f"/v1/pools/{pool.name}/lists/{period}/what-if?without=%2320",
            ("rules", "what-if", pool.name, period, "--without", "#20"),
        )
        for tournament in pool.tournaments[:1]:
            options = ("--each-result", tournament, "--limit", "5", "--page", "2")
            yield Question(
                f"/v1/pools/{pool.name}/lists/current/what-if"
                f"?each_result={tournament}&limit=5&page=2",
                ("rules", "what-if", pool.name, *options),
            )


def _tournaments(pool: Pool) -> Iterator[Question]:
    yield Question(f"/v1/tournaments?pool={pool.name}", ("tournament", "list", pool.name))
    for state in ("booked", "waiting"):
        yield Question(
            f"/v1/tournaments?pool={pool.name}&state={state}&limit=3&page=2",
            ("tournament", "list", pool.name, "--state", state, "--limit", "3", "--page", "2"),
        )


def _tables(pool: Pool) -> Iterator[Question]:
    for tournament in pool.tournaments:
        for option, parameter in (((), ""), (("--expected",), "&expected=true")):
            yield Question(
                f"/v1/tournaments/{tournament}/table?pool={pool.name}{parameter}",
                ("tournament", "cross-table", tournament, "--pool", pool.name, *option),
            )
    given, typed = _two_players(pool)
    for tournament in pool.tournaments[:1]:
        words = ("tournament", "cross-table", tournament, "--pool", pool.name, "--players", typed)
        yield Question(f"/v1/tournaments/{tournament}/table?pool={pool.name}&{given}", words)


def _tables_before_play(pool: Pool) -> Iterator[Question]:
    given, typed = _two_players(pool)
    words = ("pool", "cross-table", pool.name, "--players", typed)
    yield Question(f"/v1/pools/{pool.name}/table?{given}", words)


def _two_players(pool: Pool) -> tuple[str, str]:
    """Return two players as parameters, and as typed."""
    two = pool.players[:2]
    return "&".join(f"players={player}" for player in two), ",".join(two)


def _groups(pool: Pool) -> Iterator[Question]:
    of = ("tournament", "groups", "--turns")
    for turns, groups in ((5, 3), (9, 2), (5, 30)):
        words = (*of, str(turns), "--groups", str(groups), "--entrants", "66", "--lowest", "6")
        yield Question(f"/v1/groups?turns={turns}&groups={groups}&entrants=66&lowest=6", words)
    yield Question("/v1/groups?turns=9&entrants=30", (*of, "9", "--entrants", "30"))
    yield Question("/v1/groups?turns=9", (*of, "9"))
    for tournament in pool.tournaments[:1]:
        words = (*of, "5", "--groups", "2", "--of", tournament, "--pool", pool.name)
        yield Question(f"/v1/groups?turns=5&groups=2&of={tournament}&pool={pool.name}", words)


def _findings(pool: Pool) -> Iterator[Question]:
    for subject in (*pool.tournaments, *pool.players[:3]):
        yield Question(
            f"/v1/pools/{pool.name}/findings/{subject}", ("pool", "findings", pool.name, subject)
        )


def _games(pool: Pool) -> Iterator[Question]:
    yield Question(f"/v1/games?pool={pool.name}", ("game", "list", "--pool", pool.name))
    for tournament in pool.tournaments[:3]:
        yield Question(
            f"/v1/games?tournament={tournament}", ("game", "list", "--tournament", tournament)
        )
    for player in pool.players[:1]:
        yield Question(f"/v1/games?player={player}", ("game", "list", "--player", player))


def _events(pool: Pool) -> Iterator[Question]:
    stream = f"pool-{pool.name}"
    yield Question(f"/v1/events?stream={stream}", ("event", "list", "--stream", stream))
    for player in pool.players[:3]:
        yield Question(f"/v1/events?player={player}", ("event", "list", "--player", player))


def _bodies(_: Pool) -> Iterator[Question]:
    for position in (0, 7, 11):
        words = ("event", "show", f"#{position}")
        yield Question(f"/v1/events/{position}", words)


def _each(path: str, words: tuple[str, ...], *names: str) -> Callable[[Pool], Iterator[Question]]:
    return lambda _pool: (Question(path.format(name), (*words, name)) for name in names)


def _once(path: str, *words: str) -> Callable[[Pool], Iterator[Question]]:
    return lambda _pool: iter([Question(path, words)])


def _overviews(pool: Pool) -> Iterator[Question]:
    for player in pool.players:
        yield Question(f"/v1/players/{player}", ("player", "show", player))


def _trails(pool: Pool) -> Iterator[Question]:
    for player in pool.players[:3]:
        path, words = f"/v1/players/{player}/trail", ("player", "trail", player)
        yield Question(path, words)
        yield Question(
            f"{path}?pool={pool.name}&first=10&limit=3",
            (*words, "--pool", pool.name, "--first", "#10", "--limit", "3"),
        )
        of_pool = (*words, "--pool", pool.name, "--revised")
        yield Question(f"{path}?pool={pool.name}&revised=true", of_pool)


def _on_external_list(pool: Pool) -> Iterator[Question]:
    for player in pool.players[:2]:
        words = ("external-list", "row", "fide", "2025-11", player)
        yield Question(f"/v1/external-lists/fide/2025-11/players/{player}", words)


def _rules_on_a_day(pool: Pool) -> Iterator[Question]:
    day = "2020-01-01" if pool.name.startswith("uisp") else "2024-03-01"
    words = ("rules", "in-force", pool.name, "--on", day)
    yield Question(f"/v1/rules/{pool.name}?on={day}", words)
    yield Question(f"/v1/rules/{pool.name}?on={day}&whole=true", (*words, "--whole"))


def _articles_on_a_day(pool: Pool) -> Iterator[Question]:
    for article in ("8.3.3", "VI.11", "II.2", "0"):
        words = ("rules", "article-in-force", pool.name, article, "--on", "2024-03-01")
        yield Question(f"/v1/rules/{pool.name}/{article}?on=2024-03-01", words)


def _articles(_: Pool) -> Iterator[Question]:
    for book, article in (("fide-standard", "8.3.3"), ("uisp", "none"), ("nothing", "1")):
        path = f"/v1/rulebooks/{book}/articles/{article}"
        yield Question(path, ("rules", "article", book, article))


def _rows(pool: Pool) -> Iterator[Question]:
    yield from _each_list("", "list", "show")(pool)
    yield from _each_list(
        "?federation=ita&limit=5", "list", "show", "--federation", "ita", "--limit", "5"
    )(pool)
    for sort in ("change", "name"):
        sorted_by = ("list", "show", "--sort", sort, "--limit", "3", "--page", "2")
        yield from _each_list(f"?sort={sort}&limit=3&page=2", *sorted_by)(pool)
    born = ("list", "show", "--search", "a", "--born", "1950-1990")
    yield from _each_list("?search=a&born=1950-1990", *born)(pool)
    yield Question(f"/v1/pools/{pool.name}/lists/current", ("list", "show", pool.name))
    words = ("list", "show", pool.name, "--as-of", "2025-11-15")
    yield Question(f"/v1/pools/{pool.name}/lists/current?as_of=2025-11-15", words)


def _inputs(of: DeclaredQuestion, pool: Pool) -> Iterator[dict[str, str]]:
    """Yield values for the inputs in the path of a declared question."""
    named = {*PARAMETER.findall(of.path)}
    given = {"pool": pool.name}
    if {"player", "period"} <= named:
        yield from ({**given, "player": who, "period": of_list} for who, of_list in pool.pairs)
    elif "other" in named:
        pairs = zip(pool.lists, pool.lists[1:], strict=False)
        yield from ({**given, "period": earlier, "other": later} for earlier, later in pairs)
    elif "period" in named:
        yield from ({**given, "period": period} for period in pool.lists)
    elif "player" in named:
        yield from ({**given, "player": player} for player in pool.players)
    elif "tournament" in named:
        yield from ({**given, "tournament": one} for one in pool.tournaments)
    else:
        yield given


def _declared(of: DeclaredQuestion) -> Callable[[Pool], Iterator[Question]]:
    """Ask a declared question about a pool, both tracks, at both doors."""

    def questions(pool: Pool) -> Iterator[Question]:
        for given in _inputs(of, pool):
            words = (*of.words, *(given[name] for name in of.arguments))
            yield Question(of.path.format(**given), words)

    takes_track = any(field.name == "track" for field in structs.fields(of.kind))
    return _also_revised(questions) if takes_track else questions


_WRITTEN: Final[dict[str, Callable[[Pool], Iterator[Question]]]] = {
    "show-list": _also_revised(_rows),
    "search-players": _once("/v1/players?search=Ros", "player", "search", "Ros"),
    "show-player": _also_revised(_overviews),
    "show-trail": _trails,
    "try-draft": _once(
        "/v1/rulebooks/fide-standard/trial?number=k_standard%3D30",
        *("rules", "try", "fide-standard", "--number", "k_standard=30"),
    ),
    "list-duplicate-players": _once("/v1/duplicates/players", "player", "duplicates"),
    "list-external-lists": _once("/v1/external-lists/fide", "external-list", "list", "fide"),
    "show-external-list": _once(
        "/v1/external-lists/fide/2025-11", "external-list", "show", "fide", "2025-11"
    ),
    "show-player-on-external-list": _on_external_list,
    "list-rulebooks": _once("/v1/rulebooks", "rules", "list"),
    "show-rulebook": _once("/v1/rulebooks/uisp?whole=true", "rules", "show", "uisp", "--whole"),
    "show-article": _articles,
    "list-articles-on-day": _rules_on_a_day,
    "show-article-on-day": _articles_on_a_day,
    "show-calculation": _once(
        "/v1/calculator?rulebook=fide-standard&rating=1850&games=1900%201&on=2026-01-07",
        *("rules", "calculate", "fide-standard", "--rating", "1850"),
        *("--games", "1900 1", "--on", "2026-01-07"),
    ),
    "compare-lists": _also_revised(_comparisons),
    "show-supposed-list": _supposed,
    "show-rating": _also_revised(_ratings),
    "show-history": _also_revised(_each_player("/history", "player", "history")),
    "explain-rating": _explanations,
    "show-outlook": _each_player("/outlook", "player", "outlook"),
    "list-tournaments": _tournaments,
    "show-cross-table": _tables,
    "list-findings": _findings,
    "list-games": _also_revised(_games),
    "list-events": _events,
    "show-event": _bodies,
    "divide-into-groups": _groups,
    "show-cross-table-before-play": _tables_before_play,
    "list-actors": _once("/v1/actors", "actor", "list"),
    "show-actor": _each("/v1/actors/{}", ("actor", "show"), "auditor", "local"),
    "list-keys": _once("/v1/keys?actor=auditor", "key", "list", "auditor"),
    "list-event-types": _once("/v1/event-types", "event", "types"),
    "list-closings": lambda pool: iter(
        [Question(f"/v1/closings?pool={pool.name}", ("schedule", "show", pool.name))]
    ),
    "show-import-slip": _once("/v1/reports/1", "tournament", "slip", "1"),
    "list-proposals": _once("/v1/proposals", "proposal", "list"),
    "show-proposal": _once("/v1/proposals/1", "proposal", "show", "1"),
    "list-appeals": lambda pool: iter(
        [
            Question("/v1/appeals", ("appeal", "list")),
            Question(f"/v1/appeals?pool={pool.name}", ("appeal", "list", "--pool", pool.name)),
            Question("/v1/appeals?state=open", ("appeal", "list", "--state", "open")),
        ]
    ),
    "show-appeal": _once("/v1/appeals/A-000001", "appeal", "show", "A-000001"),
}
"""Questions about a pool: of addresses without a declaration, or with further parameters."""

QUESTIONS: Final[dict[str, Callable[[Pool], Iterator[Question]]]] = {
    **{of.name: _declared(of) for of in questions() if not (of.kind.FORMS or of.sent)},
    **_WRITTEN,
}
"""For each address that answers with JSON, its questions about a pool."""
