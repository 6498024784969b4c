"""The conditions against closing a list are judged once: seven answers are asked, and
agree.

They are `pool pending`, the findings, the checklist, a preview, the question before a closing, its
receipt, and the tick. Every kind of condition there is comes up here: a new one fails until it
does, and a new kind of finding until it is judged.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, timedelta
from typing import get_args

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.events.counting import TournamentRefused
from ledger.events.pool import ClosingPolicySet
from ledger.sentences import NO_SENTENCE, Sentence, plain
from ledger.store.proposals import Kept, Proposal
from ledger.store.withheld import Withheld, WithheldReports
from ops import words
from ops.answers.closing_conditions import Check, Stops, UnmetCondition, Where, check_of
from ops.appeals.recordings import FileAppeal, SuspendEffect
from ops.closings.closing_checklist import ChecklistItem
from ops.doors.remedies import as_command
from ops.upkeep.background_runs import Run, keep
from projections.finding import UNDECIDED, Code, Finding, Kind
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.support import category_desk
from tests.support.clauses import clauses
from tests.support.pending_tournaments import record_scene, record_scenes
from tests.support.recording import a_ledger, following, record, registered
from tests.support.seven import Seven, a_pool, asked, opened, policy
from tests.support.spoiling import reassigned
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN, Draughts
from tests.support.two_persons import store_proposal
from tests.support.two_pools import RAPID, pools_of
from tests.support.uisp_office import an_office
from tests.support.worlds import (
    FIDE,
    PAIR,
    RUBELE,
    federation,
    games,
    rated,
    tournament,
    won,
)

OF_LIST = ("next list", "closed list")


# ------------------------------------------------------------------------------------- the ledgers


@contextmanager
def every_clause(address: str) -> Iterator[Seven]:
    """Standard chess: every clause of the text with a decision to take; a league included."""
    with a_pool(address) as seven:
        record_scenes(seven.ledger, FIDE, date(2025, 2, 1))
        yield seven


@contextmanager
def every_clause_of_rapid(address: str) -> Iterator[Seven]:
    """Rapid chess."""
    with a_pool(address, law=RAPID) as seven:
        record_scenes(seven.ledger, RAPID, date(2025, 2, 1))
        yield seven


@contextmanager
def rest_of_the_ledger(address: str) -> Iterator[Seven]:
    """No report, no last part, an appeal, a proposal, no verification, no edition on the day."""
    with a_pool(address) as seven:
        ledger, day = seven.ledger, date(2025, 7, 5)
        record(ledger, "policy", policy("proceed"))
        for name in ("no-report", "refused"):
            record_scene(ledger, FIDE, name, day, reported=False)
        record(ledger, "refuse", TournamentRefused(tournament="refused", by="fide-qc"))
        record_scene(ledger, FIDE, "no-last-part", day + timedelta(3), part=1)
        record_scene(ledger, FIDE, "before-the-histories", date(2024, 12, 1))
        contested = ledger.read.last_of_type(ClosingPolicySet.TYPE)
        told = {"notified": "2025-08-01", "source": "letter", "contested": contested}
        FileAppeal(pool=FIDE, kind="decision", **told).record(seven.house)
        store_proposal(ledger, proposal(ledger.clock()), Kept(b"{}"))
        keep(ledger, Run("verification", ledger.clock(), ledger.clock(), "faults", 1))
        yield seven


def proposal(now: int) -> Proposal:
    """A proposal about the pool, not yet approved."""
    return Proposal(
        use_case="correct-result", key="k", digest=b"d", event_id="0" * 32, types={}, streams={},
        kinds=("corrections",), pools=(FIDE,), shown=b"[]", grounds=b"{}", position=1,
        proposed_by="anna", proposed_at=now, expires_at=1 << 60, salt=bytes(16), number=1,
    )  # fmt: skip


@contextmanager
def one_event_twice(address: str) -> Iterator[Seven]:
    """Two reports of one event, a third like these, and a file withheld for this reason."""
    with a_pool(address) as seven:
        record(seven.ledger, "policy", policy("proceed"))
        day = date(2025, 7, 5)
        for name in ("first", "again"):
            record_scene(seven.ledger, FIDE, name, day)
        record_scene(seven.ledger, FIDE, "alike", day, days=2)
        withheld = Withheld("f" * 64, 1, "first", FIDE, 2, 1, "2025-07-06", "2025-07-07", "[]")
        WithheldReports(seven.ledger.engine).put(withheld)
        yield seven


@contextmanager
def a_suspended_act(address: str) -> Iterator[Seven]:
    """An appeal that suspends the contested act: the service waits under every policy."""
    with a_pool(address) as seven:
        record(seven.ledger, "policy", policy("proceed"))
        contested = seven.ledger.read.last_of_type(ClosingPolicySet.TYPE)
        told = {"notified": "2025-08-01", "source": "letter", "contested": contested}
        FileAppeal(pool=FIDE, kind="decision", **told).record(seven.house)
        SuspendEffect(appeal="A-000001", effect="holds", by="committee").record(seven.house)
        yield seven


@contextmanager
def later_and_announced(address: str) -> Iterator[Seven]:
    """Reports for a later list, and announced tournaments, stop nobody."""
    with a_pool(address) as seven:
        record_scene(seven.ledger, FIDE, "later", date(2025, 7, 30), hybrid=True)
        record_scene(seven.ledger, FIDE, "announced", date(2025, 8, 7), hybrid=True, reported=False)
        yield seven


@contextmanager
def without_law(address: str) -> Iterator[Seven]:
    with a_pool(address, adopted=False) as seven:
        yield seven


@contextmanager
def carried_over_in_part(address: str) -> Iterator[Seven]:
    with a_pool(address, last_part=False) as seven:
        yield seven


@contextmanager
def before_another_pool(address: str) -> Iterator[Seven]:
    """Rapid chess, with the list of the day closed after standard chess."""
    with a_pool(address) as seven:
        opened(seven, RAPID)
        yield Seven(seven.ledger, seven.official, RAPID)


@contextmanager
def without_days(address: str) -> Iterator[Seven]:
    """A quarter without an issue day."""
    with a_pool(address, law="uisp", first="2025-Q4") as seven:
        yield seven


@contextmanager
def entries(address: str) -> Iterator[Seven]:
    """UISP: a newcomer with an unknown entry rating and a waiting game; a guest likewise."""
    with an_office(address, [rated(1, 1500)], (2, 3)) as office:
        office.submit(tournament("A", "2025-08-05", "2025-08-06", games(1, "2 1 3 =")))
        yield Seven(office.ledger, office.official, "uisp")


@contextmanager
def entries_of_a_closed_list(address: str) -> Iterator[Seven]:
    with entries(address) as seven:
        seven.receipt()
        yield seven


@contextmanager
def a_share_not_known(address: str) -> Iterator[Seven]:
    """Draughts: an event with a weight unknown to the text, on the next list."""
    days = [("L1", date(2025, 3, 31)), ("L2", date(2025, 6, 30))]
    world = federation([*PAIR], periods=("L1", "L2"), on=date(2025, 1, 1))
    with category_desk.at_a_desk(address, world, RUBELE, days) as desk:
        record_scene(desk.ledger, RUBELE, "three-quarters", date(2025, 2, 1), weight="3/4")
        yield Seven(desk.ledger, desk.official, RUBELE)


@contextmanager
def a_share_of_a_closed_list(address: str) -> Iterator[Seven]:
    with a_share_not_known(address) as seven:
        seven.receipt()
        yield seven


@contextmanager
def an_entry_by_a_correction(address: str) -> Iterator[Seven]:
    """Draughts: not 2 played, but the Dutchman 3; and the other discipline is behind."""
    people = structs.replace(registered(federation([], newcomers=[1, 2, 3, 4])), federation=(
        "ITAITANEDITA"
    ))  # fmt: skip
    with a_ledger(address) as ledger, following(ledger) as official:
        record(ledger, "people", people)
        draughts = Draughts(ledger, official)
        draughts.open(ITALIAN, rated(1, 3900), rated(4, 3900))
        draughts.open(INTERNATIONAL, rated(4, 2000))
        event = tournament("B", "2015-02-01", "2015-02-01", games(4, "2 ="))
        draughts.submit(event, INTERNATIONAL)
        report = ledger.read.head().next_position - 1
        draughts.close(INTERNATIONAL, "march")
        record(ledger, "not 2 but 3", reassigned("B", 1, 3)(report))
        yield Seven(ledger, official, INTERNATIONAL)


@contextmanager
def a_first_rating(address: str) -> Iterator[Seven]:
    """Rapid chess of 2015: a first rating by a rule missing from every public text."""
    on, since = date(2015, 1, 1), "2014-07-01"
    others = [rated(number, 1800, k=20) for number in (2, 3, 4, 5, 6)]
    with pools_of(address, 6) as pools:
        pools.open(FIDE, [rated(2, 1800)], first="2015-02", on=on, since=since)
        pools.open(RAPID, others, first="2015-02", on=on, since=since)
        played = [*games(1, "2 1 3 1 4 1 5 1 6 0"), *games(2, "3 = 4 = 5 =")]
        event = tournament("A", "2015-01-10", "2015-01-11", played)
        pools.submit(event, RAPID, time_control="900+10")
        pools.close("2015-02", FIDE)
        yield Seven(pools.ledger, pools.official, RAPID)


@contextmanager
def a_proposed_category(address: str) -> Iterator[Seven]:
    world = federation([*PAIR, rated(3, 1600)])
    with category_desk.at_a_desk(address, world, FIDE) as chess:
        chess.set_ladder("committee", (("Third", 0), ("Second", 1500), ("First", 2005)))
        chess.submit(won("A", "2025-07-05", "2025-07-06"))
        chess.close("2025-08")
        yield Seven(chess.ledger, chess.official, FIDE)


LEDGERS: dict[str, Callable[[str], AbstractContextManager[Seven]]] = {
    made.__name__: made
    for made in (
        every_clause, every_clause_of_rapid, rest_of_the_ledger, one_event_twice, a_suspended_act,
        later_and_announced, without_law, carried_over_in_part, before_another_pool, without_days,
        entries, entries_of_a_closed_list, a_share_not_known, a_share_of_a_closed_list,
        an_entry_by_a_correction, a_first_rating, a_proposed_category,
    )
}  # fmt: skip


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> dict[str, list[UnmetCondition]]:
    """The conditions of each ledger, as shown by `pool pending`."""
    found = {}
    for name, made in LEDGERS.items():
        with made(str(tmp_path_factory.mktemp(name) / "ledger")) as seven:
            found[name] = list(seven.pending())
    return found


# ------------------------------------------------------------------------------ what all seven say


@pytest.mark.parametrize("name", LEDGERS)
def test_all_seven_say_the_same(tmp_path, monkeypatch, name):
    door = words.speaking("en", as_command)
    with door, LEDGERS[name](str(tmp_path / "ledger")) as seven:
        rows = list(seven.pending())
        of_list = [row for row in rows if row.where in OF_LIST]
        stopped = {row.stops for row in rows} - {"nobody"}
        stopping = {row.check for row in of_list if row.stops != "nobody"}
        findings_agree(seven, rows)
        due = seven.due()
        checklist_agrees(due, of_list)
        if "everybody" in stopped:
            refused(seven, rows)
            return
        preview, question = seven.preview(), seven.question(monkeypatch)
        assert preview.about["not_met"] == red(due.checks)
        hinted = {row.check for row in of_list} - stopping
        assert preview.about["hints"] == tuple(item for item in due.checks if item.check in hinted)
        told = [line for line in shown(preview.warnings) if not line.startswith("not published")]
        hints = [f"  {note}" for note in shown(preview.notes)]
        assert undated(question[2:]) == undated([*hints, *told])
        for row in of_list:
            if row.stops != "nobody":
                parts = (words.said(row.says), row.about, row.player)
                (line,) = [line for line in told[1:] if all(part in line for part in parts)]
                assert words.said(row.remedy or NO_SENTENCE) in line
                assert not row.entrants or f"{row.games} game" in line
        proceeds = "held" if "service" in stopped else "ready"
        assert seven.under("proceed") == proceeds
        assert seven.under("hold") == ("held" if stopped else "ready")
        assert (seven.tick() == []) is bool(stopped)
        if stopped:
            receipt = seven.receipt()
            for what in ("not_met", "hints"):
                assert receipt.about[what] == preview.about[what]
            assert receipt.notes == preview.notes


def shown(texts: Iterable[str | Sentence]) -> list[str]:
    """The lines as the command line shows them."""
    return [words.said(plain(text)) for text in texts]


def undated(lines: Iterable[str]) -> list[str]:
    """Return the lines independent of a clock: the terminal's clock is later than the ledger's."""
    return [line for line in lines if "was last compared with the text" not in line]


def red(items: Iterable[ChecklistItem]) -> tuple[ChecklistItem, ...]:
    """Return the failed checks."""
    return tuple(item for item in items if not item.green)


def findings_agree(seven: Seven, rows: list[UnmetCondition]) -> None:
    """Check that each finding of a tournament that keeps a list waiting is pending, and
    the reverse.
    """
    names = seven.house.official.facts.announcements
    of_findings = {one for name in names for one in asked(seven.findings(name))}
    of_tournaments = [row for row in rows if row.about in names]
    assert {one for one in of_findings if one[0] != "nobody"} == {
        one for one in asked(of_tournaments) if one[0] != "nobody"
    }
    assert {*asked(of_tournaments)} <= of_findings


def checklist_agrees(due, rows: list[UnmetCondition]) -> None:
    """Check that an item is green where no condition of the kind stops anybody."""
    stopping = [row for row in rows if row.stops != "nobody"]
    if due.state == "not-announced":
        assert due.waits_for == tuple(row.says for row in rows)
        return
    assert {item.check for item in red(due.checks)} == {row.check for row in stopping}
    for item in due.checks:
        assert {*item.where} == {row.about for row in rows if row.check == item.check} - {""}


def refused(seven: Seven, rows: list[UnmetCondition]) -> None:
    """Check that nobody closes the list: the refusal has the words of the condition."""
    (row,) = (row for row in rows if row.stops == "everybody")
    for closing in (seven.preview, seven.receipt):
        with pytest.raises((Refused, OutsideRulebook)) as error:
            closing()
        assert str(row.says).removeprefix(f"{seven.pool}: ") in str(error.value)
    for mode in ("proceed", "hold"):
        assert seven.under(mode) == (
            "not-announced" if row.check == "announced-days" else "refused"
        )
        assert seven.tick() == []


# ----------------------------------------------------------------------------------- that it is all


def test_every_kind_of_condition_comes_up(seen):
    """A condition missing from these ledgers is judged by nobody."""
    rows = [row for of_ledger in seen.values() for row in of_ledger]
    assert {row.check for row in rows} == {*get_args(Check)}
    assert {row.stops for row in rows} == {*get_args(Stops)}
    assert {row.where for row in rows} == {*get_args(Where)}


@pytest.mark.parametrize("name", ["every_clause", "every_clause_of_rapid"])
def test_every_clause_that_asks_for_a_decision_comes_up(seen, name):
    found = {f"{row.article}: {row.says}" for row in seen[name]}
    law = rulebook(FIDE if name == "every_clause" else RAPID)
    assert clauses(law.edition("2024-03-01")) <= found


NOTHING: set[Code] = {
    "adjustment-lapsed", "article-lifted", "bonus-in-part", "booked-later",
    "category-without-effect", "clause", "correction-lapsed", "correction-without-effect",
    "counts-elsewhere", "counts-no-more", "decision-without-effect", "entry-known-since",
    "first-event-disregarded", "late-correction", "list-unpublished", "missing-rounds",
    "no-birth-year", "no-other-pool", "not-on-a-list", "old-list", "played-after-death",
    "player-suspended", "players-merged", "printed-ratings-differ", "published-otherwise",
    "rating-not-known", "received-late", "report-annulled", "sounds-online",
}  # fmt: skip
"""Findings that keep no list waiting, unless they need a decision."""

CONDITIONS: set[Code] = {
    "category-proposed", "entry-by-correction", "missing-part", "missing-report",
    "outside-rulebook", "same-event", "similar-event", "undecided-games",
}  # fmt: skip


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_finding_is_judged(kind):
    """A new code is put into either set after a judgement."""
    assert {*get_args(Code)} == NOTHING | CONDITIONS
    for code in get_args(Code):
        expected = code in CONDITIONS or kind == UNDECIDED
        assert (check_of(Finding(kind, code, "T-000001", "", NO_SENTENCE)) is not None) is expected
