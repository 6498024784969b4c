"""Files that wait for a second person: a late report, a longer sheet of results.

They are recorded as proposed, and what was kept of them is deleted at the end of the proposal.
"""

from hashlib import sha256

import msgspec
import pytest

from ledger.events.appeals import AppealDecided
from ledger.events.report import ResultCorrected
from ledger.intake.import_report.options import ImportOptions
from ledger.register.identities import show
from ledger.store.grounds import StatedGrounds
from ledger.store.ledger import Ledger
from ledger.store.proposals import Proposals
from ledger.store.requests import NewEvent, Request
from ops.answers.tournament_games import read_tournament
from ops.doors.uploads import Upload
from ops.house import House
from ops.proposals.approving import NotOpen, approve
from ops.proposals.recordings import WithdrawProposal
from ops.proposals.register import proposal
from ops.schedule.recipients import NOBODY
from ops.schedule.tick import ACTOR, Ticker
from ops.tournaments.importing import ReportFile, import_file, with_rulebooks
from ops.tournaments.recordings import AddGames
from ops.upkeep.verify_ledger import verify
from tests.support.league import a_game, a_league
from tests.support.two_persons import (
    ANNA,
    BRUNO,
    CHESS,
    CLUB,
    copied,
    late_report,
    office_at,
    policy,
    proposed,
    with_key,
)
from tests.support.worlds import PERIODS

FILE = sha256(late_report()).hexdigest()


@pytest.fixture(scope="module")
def prepared(sample, tmp_path_factory):
    return office_at(sample, tmp_path_factory.mktemp("two"))


@pytest.fixture
def desk(prepared, tmp_path):
    return copied(prepared, tmp_path / "own")


def replace(house):
    """Import the late report in place of the first."""
    options = ImportOptions(replaces="T-000001", recorded_by=house.by)
    file = ReportFile("other.trf", late_report())
    return import_file(house, file, with_rulebooks(house, options))


def kept(desk, number):
    """The number of documents kept for a proposal."""
    with desk.acting() as house:
        found = Proposals(house.ledger.engine).kept(number)
        return 0 if found is None else 1 + len(found.attachments)


def columns(payload):
    """Return the columns of a report without commitments, as salts are drawn again."""
    fields = dict(payload)
    entrants = {name: text for name, text in fields.pop("entrants").items() if name != "commitment"}
    return {**fields, "entrants": entrants, "officials": None}


def test_a_late_report_is_recorded_as_proposed_and_its_file_is_deleted_from_the_proposal(desk):
    """A club imports the report, an officer approves two days later; the day of receipt stays."""
    with desk.acting(CLUB) as house:
        house.ledger.grounds = StatedGrounds("a wrong scoresheet", attachments=(b"sheet",))
        number = proposed(replace, house)
        shown = msgspec.json.decode(proposal(house, number).rows[-1].payload or "")
    assert (kept(desk, number), shown["file"]) == (2, FILE)
    with desk.acting(BRUNO, days_later=2) as house:
        receipt = approve(house, number).receipt
        event = house.read.at([receipt.last_position])[receipt.last_position]
        recorded = msgspec.json.decode(msgspec.json.encode(event.decoded().payload))
        assert columns(recorded) == columns(shown)
        assert (event.recorded_by, event.decoded().approved_by) == (CLUB, BRUNO)
        assert house.read.document(FILE) == late_report()
        assert house.read.reported_names(event.position)
    assert kept(desk, number) == 0
    with desk.acting(CLUB) as house:
        assert replace(house).receipt.first_position == receipt.first_position


def test_an_approver_is_warned_of_a_correction_of_an_appeal_that_a_replaced_report_ends(desk):
    """A correction decided after the proposal too; the approved proposal still names the
    correction.
    """
    with desk.acting() as house:
        report = read_tournament(house.read, "T-000001").history.in_order()[0].position
    with desk.acting(CLUB) as house:
        number = proposed(replace, house)
        assert "warning" not in proposal(house, number).rows[-1].facts
    corrected = ResultCorrected(
        tournament="T-000001", report=report, game=1, white_result="0", black_result="1", by="us"
    )
    decided = AppealDecided(appeal="A-000001", pool=CHESS, outcome="upheld", by="us")
    with Ledger.open(desk.address) as ledger:
        decision = Request("decision", (NewEvent(decided), NewEvent(corrected)))
        position = ledger.append(decision).last_position
    with desk.acting(BRUNO) as house:
        shown = proposal(house, number).rows[0].facts["warning"]
        approved = approve(house, number)
        words = f"the correction #{position}, caused by the decision of appeal A-000001"
        assert words in str(shown)
        assert approved.warnings == approve(house, number).warnings == (shown,)
        assert proposal(house, number).rows[0].facts["warning"] == shown


@pytest.mark.parametrize("end", ["withdrawn", "expired"])
def test_nothing_is_kept_of_a_proposal_that_ended(desk, end):
    """Expired content is deleted by the service."""
    with desk.acting(ANNA) as house:
        house.ledger.grounds = StatedGrounds("a wrong scoresheet", attachments=(b"sheet",))
        number = proposed(replace, house)
    later = 15 if end == "expired" else 0
    with desk.acting(ANNA, days_later=later) as house:
        if end == "withdrawn":
            WithdrawProposal(proposal=number).record(house)
        else:
            Ticker(House(house.ledger, by=ACTOR), NOBODY).tick()
        about = proposal(house, number).about
        assert (about.state, about.reason, about.attached_files) == (end, None, 0)
    assert kept(desk, number) == 0
    with desk.acting(BRUNO, days_later=later) as house, pytest.raises(NotOpen, match=end):
        approve(house, number)


@pytest.fixture
def league(tmp_path):
    """A league with a game counted by a closed list; corrections take two persons."""
    with a_league(str(tmp_path / "ledger")) as made:
        made.game(1, 2, "1-0", "2025-07-05")
        made.complete()
        made.close()
        policy("corrections").record(House(made.ledger))
        yield made


def one_game(house):
    return a_game(show(1), show(3), "1", "0", "2025-07-20").record(house)


def a_file(house):
    line = {"white": show(1), "black": show(3), "white_result": "1", "black_result": "0"}
    data = msgspec.json.encode({**line, "played_on": "2025-07-20"}) + b"\n"
    file = Upload("games.jsonl", data)
    return AddGames(tournament="L-1", source="league", file=file).record(house)


@pytest.mark.parametrize("record", [one_game, a_file])
def test_a_longer_sheet_is_recorded_as_proposed(league, record):
    anna, bruno = (
        with_key(House(league.ledger, league.official), name, "rating-officer")
        for name in (ANNA, BRUNO)
    )
    number = proposed(record, anna)
    done = approve(bruno, number).receipt
    game, sheet = league.ledger.read.at([done.first_position, done.last_position]).values()
    assert (game.type, sheet.type) == ("game-played.v1", "sheet-completed.v1")
    assert (sheet.recorded_by, sheet.decoded().approved_by) == (ANNA, BRUNO)
    assert record(anna).receipt.replayed
    league.close(PERIODS[1])
    assert (league.rating(1, PERIODS[1]), league.rating(3, PERIODS[1])) == (2020, 1990)
    assert verify(House(league.ledger)).faults == []
