"""Names, federations and titles of a body's new list: compared with the register, taken over."""

from datetime import date

import pytest

from ledger.intake.formats.rating_list.reading import ListRefused
from ledger.register import identities
from ledger.register.people import persons
from ledger.register.words import names_on
from ops.closings.recordings import CloseList
from ops.doors.uploads import Upload
from ops.external_lists.comparing import differences, reconcile
from ops.external_lists.questions import CompareExternalList
from ops.external_lists.recordings import CarryOver, TakeDetails
from ops.house import House
from ops.players.recordings import CorrectPlayer
from ops.pools.recordings import AdoptEdition
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from tests.support.list_files import SINGLE, fixed
from tests.support.people import erase
from tests.support.pool_ledgers import CHESS, opened

ON = date(2026, 2, 1)
NEW = date(2026, 3, 1)
LAYOUT = {"FEB26" if name == "OCT26" else name: at for name, at in SINGLE.items()}
RATED = {"Fed": "IRL", "Sex": "M", "FEB26": "1800", "K": "20", "Gms": "0"}
NORA = {"ID Number": "99700001", **RATED, "Name": "Ardmill, Nora", "Sex": "F"}
HUGH = {"ID Number": "99700002", **RATED, "Name": "Brackloon, Hugh"}
PAUL = {"ID Number": "99700004", **RATED, "Name": "Dromkeen, Paul", "OTit": "FI,NA"}


@pytest.fixture
def house(tmp_path):
    """A house with the list of March 2026, of three players carried over in February."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        house = House(ledger)
        AdoptEdition(pool=CHESS, edition="2025-10-01").record(house)
        path = tmp_path / "base.txt"
        path.write_bytes(fixed(LAYOUT, NORA, HUGH, PAUL))
        carried = CarryOver(
            pool=CHESS,
            file=Upload.at(path),
            on=ON,
            source="the list of February",
            register_new=True,
        )
        carried.record(house)
        CloseList(pool=CHESS, period="2026-03").record(house)
        house.catch_up()
        yield house


def theirs(tmp_path, *rows):
    """The body's list of March, of one month as given."""
    path = tmp_path / "theirs.txt"
    path.write_bytes(fixed(LAYOUT, *rows))
    return Upload.at(path)


def shown(house, tmp_path, *rows):
    """Return the differences on the list of March: number, code, ours, theirs."""
    house.catch_up()
    pool, file = house.pool(CHESS), theirs(tmp_path, *rows)
    asked = CompareExternalList(pool=CHESS, period="2026-03", file=file, month_as_given=True)
    found = differences(pool, reconcile(pool, asked))
    told = [(row.number[-1:], row.what, row.ours, row.theirs) for row in found.rows]
    return told, found.about


def test_names_federations_and_titles_are_compared(house, tmp_path):
    married = {**NORA, "Name": "Ardmill-Toome, Nora", "Sex": "F"}
    moved, titled = {**HUGH, "Fed": "ENG"}, {**PAUL, "Tit": "FM", "OTit": ""}
    told, about = shown(house, tmp_path, married, moved, titled)
    assert told == [
        ("1", "name", "Ardmill, Nora", "Ardmill-Toome, Nora"),
        ("2", "federation", "IRL", "ENG"),
        ("4", "title", "", "FM"),
    ]
    assert about.differences == {"name": 1, "federation": 1, "title": 1}
    assert about.players_equal == 0
    other = {**HUGH, "OTit": "IA"}
    told, _ = shown(house, tmp_path, NORA, other, {**PAUL, "OTit": ""})
    assert told == [("2", "other-titles", "", "IA"), ("4", "other-titles", "FI,NA", "")]


def test_the_sex_is_compared_and_not_taken(house, tmp_path):
    told, about = shown(house, tmp_path, {**NORA, "Sex": "M"}, {**HUGH, "Sex": "F"}, PAUL)
    assert told == [("1", "sex", "w", "m"), ("2", "sex", "m", "w")]
    assert (about.differences, about.players_equal) == ({"sex": 2}, 1)
    assert taken(house, tmp_path, {**NORA, "Sex": "M"}, HUGH, PAUL) == ([], None)


def test_the_flag_w_is_the_sex_where_a_list_prints_no_other(house, tmp_path):
    nora, hugh = ({**player, "Sex": ""} for player in (NORA, HUGH))
    woman = {**nora, "Flag": "wi"}
    assert [what for _, what, *_ in shown(house, tmp_path, woman, hugh)[0]] == [
        "inactive",
        "only-ours",
    ]
    told, _ = shown(house, tmp_path, nora, {**hugh, "Flag": "w"}, PAUL)
    assert told == [("1", "sex", "w", ""), ("2", "sex", "m", "w")]


def test_spelling_and_order_are_no_difference(house, tmp_path):
    spelt = [{**NORA, "Name": "ARDMILL, Nóra"}, HUGH, {**PAUL, "OTit": "NA,FI"}]
    told, about = shown(house, tmp_path, *spelt)
    assert (told, about.players_equal) == ([], 3)


def test_a_player_with_erased_words_has_no_details_to_compare(house, tmp_path):
    erase(house.ledger, identities.find(house.read, "fide:99700001"))
    _, about = shown(house, tmp_path, {**NORA, "Name": "Other"}, HUGH, PAUL)
    assert "name" not in about.differences


MARRIED, MOVED = {**NORA, "Name": "Ardmill-Toome, Nora"}, {**HUGH, "Fed": "ENG", "OTit": "IA"}


def taken(house, tmp_path, *rows, only=()):
    """Take the details of their list of March: number, code, before, after; and the receipt."""
    file = theirs(tmp_path, *rows)
    done = TakeDetails(file=file, month_as_given=True, on=NEW, detail=only).record(house)
    told = [(one.number[-1], one.what, one.ours, one.theirs) for one in done.found.differing]
    return told, done.receipt


def test_details_are_taken_in_one_recording_from_the_day_on(house, tmp_path):
    before = house.read.head().next_position
    told, receipt = taken(house, tmp_path, MARRIED, MOVED, {**PAUL, "OTit": ""})
    assert told == [
        ("1", "name", "Ardmill, Nora", "Ardmill-Toome, Nora"),
        ("2", "federation", "IRL", "ENG"),
        ("2", "other-titles", "", "IA"),
    ]
    assert (receipt.first_position, receipt.last_position) == (before, before)
    nora, hugh, paul = persons(house.read, [1, 2, 3]).values()
    assert (nora.name, hugh.federation, hugh.titles.other_titles) == (
        "Ardmill-Toome, Nora",
        "ENG",
        "IA",
    )
    assert paul.titles.other_titles == "FI,NA"
    assert names_on(house.read, [1], ON) == {1: "Ardmill, Nora"}
    assert shown(house, tmp_path, MARRIED, MOVED, PAUL)[0] == []


def test_the_same_list_again_has_nothing_to_take(house, tmp_path):
    taken(house, tmp_path, MARRIED)
    assert taken(house, tmp_path, MARRIED) == ([], None)


def test_details_taken_back_since_are_taken_again(house, tmp_path):
    _, first = taken(house, tmp_path, MARRIED)
    CorrectPlayer(player="fide:99700001", name="Ardmill, Nora", by="body").record(house)
    _, again = taken(house, tmp_path, MARRIED)
    assert again.first_position > first.first_position


def test_only_some_details_are_taken(house, tmp_path):
    told, _ = taken(house, tmp_path, MARRIED, MOVED, only=("federation",))
    assert [what for _, what, _, _ in told] == ["federation"]
    assert persons(house.read, [1])[1].name == "Ardmill, Nora"


def test_a_wrong_list_is_refused_whole(house, tmp_path):
    with pytest.raises(ListRefused):
        taken(house, tmp_path, MARRIED, MARRIED)
    assert persons(house.read, [1])[1].name == "Ardmill, Nora"


@pytest.mark.parametrize("asking", [taken, shown])
def test_a_player_on_two_rows_is_one_problem(house, tmp_path, asking):
    with pytest.raises(ListRefused) as refused:
        asking(house, tmp_path, MARRIED, HUGH, MARRIED)
    [problem] = refused.value.problems
    assert (problem.line, problem.found) == (4, "99700001")


def test_the_trail_shows_of_a_change_what_changed(house, tmp_path):
    taken(house, tmp_path, MARRIED, MOVED)
    house.catch_up()
    for player, changed in (("99700001", {}), ("99700002", {"federation": "ENG"})):
        *_, last = player_trail(house, ShowTrail(player=f"fide:{player}")).rows
        assert (last.kind, last.values) == ("details", changed)
