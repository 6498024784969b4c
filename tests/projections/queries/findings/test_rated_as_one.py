"""A tournament is rated as one: parts in an older ledger give a finding."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date

from ledger.events.counting import TournamentRefused
from ledger.events.report import ReportFact
from ledger.events.tournament import TournamentRegistered
from projections.queries import findings
from tests.oracles.world import Tournament
from tests.support.chess_desk import NO_FILE, Desk, part
from tests.support.recording import a_ledger, begin, following, submission
from tests.support.uisp_office import UISP, an_office
from tests.support.verified_worlds import verify
from tests.support.worlds import RUBELE, federation, games, rated, tournament

FIRST = tournament("A", "2025-09-13", "2025-09-13", games(1, "2 ="))
SECOND = tournament("A", "2025-10-11", "2025-10-11", games(1, "3 ="))
WHOLE = tournament("B", "2025-09-13", "2025-10-11", games(1, "2 = 3 ="))
"""The same two games, in one report."""
WON = tuple(replace(each, games=games(1, won)) for each, won in ((FIRST, "2 1"), (SECOND, "3 1")))
BOTH_WON = replace(WHOLE, games=games(1, "2 1 3 1"))
PEOPLE = [rated(1, 1500), rated(2, 1465), rated(3, 1465)]
LISTS = [
    ("autumn", date(2025, 9, 30)),
    ("winter", date(2025, 11, 30)),
    ("spring", date(2026, 3, 1)),
]


def announced(name: str, pool: str) -> TournamentRegistered:
    return TournamentRegistered(
        tournament=name,
        name="League",
        pools=(pool,),
        start=WHOLE.start,
        end=WHOLE.end,
        registered_on=WHOLE.start,
        time_control="90+30",
    )


def whole(played: Tournament) -> ReportFact:
    return submission(played, NO_FILE)


@contextmanager
def a_club(address: str) -> Iterator[Desk]:
    """Italian draughts, with three lists."""
    world = federation(PEOPLE, periods=tuple(name for name, _ in LISTS), on=date(2025, 1, 1))
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, LISTS)
        yield Desk(ledger, official, RUBELE)
        assert verify(ledger).faults == []


def found(desk: Desk, name: str) -> list[str]:
    """The articles of the warnings about a tournament."""
    of = findings.of_tournament(desk.pool(name=desk.book), name)
    return [
        finding.article
        for finding in of
        if finding.kind == "warning" and "parts" in str(finding.says)
    ]


def test_article_i_2_ii_1_a_tournament_is_rated_as_one(tmp_path):
    """.55 is .5 in each part, where 1.10 is 1.1 in all: 1500, not 1497. By the remedy the
    tournament is refused and handed in whole: the next list books the result of the whole.
    """
    with an_office(str(tmp_path / "ledger"), PEOPLE) as office:
        desk = Desk(office.ledger, office.official, UISP)
        desk.record(announced("A", UISP), part(FIRST, 1))
        assert found(desk, "A") == ["I.2, II.1"]
        desk.close("2025-Q4", pool=UISP)
        desk.record(part(SECOND, 2, last=True))
        desk.close("2026-Q1", pool=UISP)
        assert desk.rating(1, "2026-Q1", UISP) == 1500
        assert found(desk, "A") == ["I.2, II.1"]  # once, not for each part

        desk.record(TournamentRefused(tournament="A", by="uisp-chess"))
        desk.record(announced("B", UISP), whole(WHOLE))
        assert found(desk, "B") == []
        desk.close("2026-Q2", pool=UISP)
        assert desk.rating(1, "2026-Q2", UISP) == 1497
        assert verify(desk.ledger).faults == []


def test_article_vi_10_table_17_an_event_is_rated_as_one(tmp_path):
    """The second part goes by the capital after the first, and the whole by the capital before."""
    with a_club(str(tmp_path / "parts")) as desk:
        desk.record(announced("A", RUBELE), part(WON[0], 1))
        desk.close("autumn", pool=RUBELE)
        desk.record(part(WON[1], 2, last=True))
        desk.close("winter", pool=RUBELE)
        assert found(desk, "A") == ["VI.5, VI.10, table 17"]
        in_parts = desk.rating(1, "winter", RUBELE)

        desk.record(TournamentRefused(tournament="A", by="ctf"))
        desk.record(announced("B", RUBELE), whole(BOTH_WON))
        assert found(desk, "B") == []
        desk.close("spring", pool=RUBELE)
        as_one = desk.rating(1, "spring", RUBELE)
    with a_club(str(tmp_path / "whole")) as desk:
        desk.record(announced("B", RUBELE), whole(BOTH_WON))
        desk.close("autumn", pool=RUBELE)
        desk.close("winter", pool=RUBELE)
        assert desk.rating(1, "winter", RUBELE) == as_one != in_parts


def test_article_4_parts_of_a_text_that_takes_them_are_no_finding(tmp_path):
    """The control."""
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, federation(PEOPLE, periods=("2025-10", "2025-11")), "fide-standard")
        desk = Desk(ledger, official)
        desk.record(announced("A", "fide-standard"), part(FIRST, 1), part(SECOND, 2, last=True))
        assert found(desk, "A") == []
