"""Two persons by effect: every change of a rating on a future list, seen from the preview."""

import shutil
from datetime import date

import pytest

from ledger import columns
from ledger.errors import Refused
from ledger.events.catalogue import DEFINITIONS
from ledger.intake.import_report.options import ImportOptions
from ledger.register import identities
from ops.access import kinds
from ops.access.kinds import kinds_asked
from ops.answers.moves import moves_of
from ops.closings.recordings import CloseList
from ops.doors.uploads import Upload
from ops.external_lists.recordings import RecordExternalList
from ops.players.recordings import CorrectPlayer, SuspendPlayer
from ops.proposals.approving import approve
from ops.proposals.register import proposal
from ops.sample.commands import FOLDER
from ops.tournaments.importing import ReportFile, import_file, with_rulebooks
from tests.support.served import served
from tests.support.two_persons import ANNA, BRUNO, CHESS, CLUB, copied, office, proposed

MOVES = "moves-a-rating"
GUEST, GUEST_NUMBER = 25, "99002794"
"""A player with a rating printed that no list has: by start number, and by FIDE's number."""
FACTS = {
    "registered_on": "2026-02-20",
    "received_on": "2026-03-10",
    "announced_as_rated": "true",
    "official_event": "false",
    "norms_possible": "false",
    "hybrid": "false",
    "online": "false",
    "unrated": str(GUEST),
}


def new_report():
    """Return a tournament of March with the players and games of a tournament of February."""
    data = (FOLDER / CHESS / "2026-02-08-carnevale-selvapiana.trf").read_bytes()
    for old, new in ((b"Carnevale", b"Primavera"), (b"26/02/0", b"26/03/0")):
        data = data.replace(old, new)
    return data


def import_report(house):
    """Hand the report in, as a new tournament of the chess pool."""
    options = ImportOptions(pools=(CHESS,), recorded_by=house.by, facts=FACTS)
    file = ReportFile("primavera.trf", new_report())
    return import_file(house, file, with_rulebooks(house, options))


def young(house):
    """A player of the report with the K-factor of youth."""
    [report] = house.catch_up().facts.pools[CHESS].waiting()
    years = house.official.facts.birth_year
    players = columns.read(report.player, columns.PLAYER).tolist()
    return identities.show(next(player for player in players if years[player] >= 2009))


def correct_birth_year(house):
    """The young player was born long before: half the K-factor on the next list."""
    return CorrectPlayer(player=young(house), birth_year=1960, by="council").record(house)


def record_fide_list(house, folder):
    """Record a list of FIDE with the guest: the games against the guest count on the next list."""
    file = folder / "fide.csv"
    file.write_text(f"number,rating\n{GUEST_NUMBER},1476\n")
    listed = RecordExternalList(
        file=Upload.at(file),
        issuer="fide",
        list="2026-03",
        list_date=date(2026, 3, 1),
        form="csv",
        column=("number=number", "standard=rating"),
    )
    return listed.record(house)


@pytest.fixture(scope="module")
def prepared(sample, tmp_path_factory):
    """An office with a chess pool that requires two persons by effect only."""
    folder = tmp_path_factory.mktemp("effect")
    made = office(shutil.copy(sample, folder / "two.ledger"), MOVES)
    with made.acting() as house:
        house.catch_up()
    return made


@pytest.fixture
def desk(prepared, tmp_path):
    return copied(prepared, tmp_path / "own")


@pytest.fixture
def reported(desk):
    """With the report recorded by two persons."""
    with desk.acting(CLUB) as house:
        number = proposed(import_report, house)
    approve_as(desk, BRUNO, number)
    return desk


def approve_as(desk, actor, number):
    with desk.acting(actor) as house:
        assert proposal(house, number).about.kinds == (MOVES,)
        return approve(house, number)


def test_a_new_report_takes_two_persons_from_the_club_to_the_office(desk):
    """The report is no late correction and no decision: the preview shows the effect."""
    before = desk.head()
    with desk.acting() as house, pytest.raises(Refused, match=f"{MOVES} in {CHESS}"):
        import_report(house)
    with desk.acting(CLUB) as house:
        number = proposed(import_report, house)
        assert proposed(import_report, house) == number
    assert desk.head() == before
    done = approve_as(desk, BRUNO, number)
    with desk.acting() as house:
        event = house.read.at([done.receipt.last_position])[done.receipt.last_position]
        assert (event.recorded_by, event.decoded().approved_by) == (CLUB, BRUNO)
    with desk.acting(CLUB) as house:
        assert import_report(house).receipt.replayed


def test_a_corrected_birth_year_takes_two_persons_where_it_moves_a_rating(reported):
    with reported.acting(ANNA) as house:
        number = proposed(correct_birth_year, house)
    receipt = approve_as(reported, BRUNO, number).receipt
    with reported.acting() as house:
        [event] = house.read.at([receipt.first_position]).values()
        assert (event.type, event.recorded_by) == ("player-details-corrected.v1", ANNA)


def test_a_list_of_another_body_takes_two_persons_where_it_moves_a_rating(reported, tmp_path):
    with reported.acting(ANNA) as house:
        number = proposed(record_fide_list, house, tmp_path)
    assert approve_as(reported, BRUNO, number).receipt
    with reported.acting(ANNA) as house:
        assert record_fide_list(house, tmp_path).receipt.replayed


def test_what_moves_no_rating_is_recorded_by_one_person(desk, tmp_path):
    """A name, a suspension, a list of another body without waiting games; the closing."""
    with desk.acting(ANNA) as house:
        assert (
            CorrectPlayer(player="fide:99000463", name="Verdi, Ada", by="council")
            .record(house)
            .receipt
        )
        SuspendPlayer(player="fide:99000463", first_day=date(2026, 9, 1), by="council").record(
            house
        )
        assert record_fide_list(house, tmp_path).receipt.receipts
        CloseList(pool=CHESS).record(house)
        assert kinds_asked(house.read, "rubele-italiana", house.today()) == ()


def test_a_report_for_the_list_after_the_next_moves_a_rating_too(desk):
    """The next list alone does not count the report."""
    data = new_report().replace(b"26/03/0", b"26/04/0")
    options = ImportOptions(pools=(CHESS,), facts={**FACTS, "received_on": "2026-04-20"})
    with desk.acting() as house, house.tentatively() as tentative:
        file = ReportFile("aprile.trf", data)
        import_file(tentative, file, with_rulebooks(tentative, options))
        [request] = tentative.read.added
        assert "rating" not in moves_of(tentative).about.differences
    with desk.acting() as house:
        assert house.moved_by(request, (CHESS,)) == [CHESS]


def test_over_http_the_answer_has_the_address_of_the_proposal(reported):
    with reported.acting() as house:
        player = young(house)
    body = {"birth_year": 1960, "by": "council"}
    with served(reported.address, key=reported.keys[ANNA]) as client:
        answer = client.post(f"/v1/players/{player}/corrections", json=body)
        assert (answer.status_code, answer.json()["outcome"]) == (202, "proposed"), answer.text
        shown = client.get(answer.headers["location"]).json()["about"]
        assert (shown["use_case"], shown["kinds"]) == ("correct-player", [MOVES])


def test_every_type_of_event_may_take_two_persons_or_moves_nothing():
    assert DEFINITIONS.keys() == kinds.TYPES | kinds._MOVES_NOTHING
    assert not kinds.TYPES & kinds._MOVES_NOTHING
