"""Any record of a tournament: ratings take the same facts as the doors write out."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest

from ledger import columns
from ledger.events import counting
from ledger.events.base import Fact
from ledger.store.reading import Recorded
from ledger.tournaments.folding import fold
from ledger.tournaments.report_from_columns import Officials, Words, part_of
from projections.state.history import FoldedTournament, pools_of, tournament_history
from tests.support.small_reports import (
    FIRST,
    T,
    announced,
    as_recorded,
    details,
    part,
    reassigned,
    replacement,
    report,
    result,
)

POOLS = ("fide-standard", "uisp")
STREAMS = 150


def said_of(random: Random) -> Iterator[Fact]:
    """Make an announcement, then any record of a report, or of the parts."""
    yield announced(pools=POOLS[: random.randint(1, 2)])
    in_parts = random.random() < 0.5
    yield part(random.randint(1, 3)) if in_parts else report()
    for position in range(12, random.randint(13, 26)):
        yield any_of(random, random.randint(11, position), in_parts=in_parts)


def any_of(random: Random, at: int, *, in_parts: bool) -> Fact:
    """Draw an event about anything that stands, stood, or never stood at a position."""
    game, row, player = random.randint(0, 2), random.randint(0, 3), random.choice([11, 12, 99])
    days = sorted(FIRST + timedelta(random.randint(-9, 9)) for _ in range(2))
    number = random.randint(1, 3) if in_parts else None
    return random.choice(
        [
            lambda: result(at, game, random.choice(["10", "==", "01"])),
            lambda: reassigned(at, row, player),
            lambda: replacement(at, part=number, start=days[0], end=days[1]),
            lambda: part(random.randint(1, 3)) if in_parts else replacement(at),
            lambda: details(start=random.choice(days)),
            lambda: details(end=random.choice(days), received_on=days[1]),
            lambda: details(pools=(random.choice(POOLS),), time_control="60+30"),
            lambda: counting.GameExcluded(tournament=T, report=at, game=game, by="body"),
            lambda: counting.TournamentRefused(tournament=T, by="body"),
        ]
    )()


def events_of(seed: int) -> list[Recorded]:
    return [as_recorded(fact, 10 + at) for at, fact in enumerate(said_of(Random(seed)))]


def nobody(*_: object) -> Words:
    return Words()


@pytest.mark.parametrize("seed", range(STREAMS))
def test_what_ratings_take_of_a_report_is_what_is_written_out_of_it(seed):
    events = events_of(seed)
    known, history = fold(events), tournament_history(events)
    assert {each.position for each in known.parts} == history.current.keys()
    for standing in known.parts:
        assert known.announced is not None
        written = part_of(known.announced, standing, nobody, Officials())
        taken = history.current[standing.position]
        assert list(written.players) == columns.read(taken.player, columns.PLAYER).tolist()
        results = [game.white_result + game.black_result for game in written.report.games]
        columns_of_results = (taken.games.white_result, taken.games.black_result)
        assert results == [*map("".join, zip(*columns_of_results, strict=True))]
        assert (written.report.start, written.report.end) == (taken.start, taken.end)
        assert written.report.time_control == taken.about.time_control


@pytest.mark.parametrize("seed", range(STREAMS))
def test_the_versions_of_a_report_are_what_was_told_at_each_position(seed):
    events = events_of(seed)
    followed = FoldedTournament(events).versions.items()
    versions = {pool: of_pool.all() for pool, of_pool in followed}
    assert versions.keys() == pools_of(events)
    for event in events:
        history = tournament_history(events, event.position)
        for pool, found in versions.items():
            stood = [one.report for one in found if one.stood_at(event.position)]
            stands = history.in_order() if pool in history.announcement.pools else []
            assert sorted(stood, key=lambda one: one.position) == sorted(
                stands, key=lambda one: one.position
            )


def test_the_streams_meet_every_way_in_which_a_correction_comes_to_nothing():
    """A report that fell, no such game, no such entrant, an entrant in the way, days; and none."""
    found = [
        correction
        for seed in range(STREAMS)
        for correction in tournament_history(events_of(seed)).corrections
    ]
    assert len({finding.no_effect for finding in found}) == 6
    assert any(each.ended for each in found)
