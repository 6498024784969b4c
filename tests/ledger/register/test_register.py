"""Players as people write numbers: with a check digit, or of another body."""

import pytest

from ledger.intake.import_report.importing import import_report
from ledger.register import identities
from tests.support.pool_ledgers import DRAUGHTS, chess, opened
from tests.support.report_files import Player, Tournament, round_robin


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """Four players: FIDE numbers 101 to 104 are 1 to 4; of another list only fid 7."""
    with opened(str(tmp_path_factory.mktemp("register") / "ledger.db")) as made:
        four = [Player(n, f"Player {n}", fide_id=str(100 + n)) for n in (1, 2, 3, 4)]
        import_report(made, Tournament(four, round_robin(4)).trf16(), chess())
        two = [Player(1, "Dama, Anna", fide_id="7"), Player(2, "Dama, Bruno", fide_id="AB/8")]
        draughts = chess(pools=(DRAUGHTS,), number_scheme="fid")
        import_report(made, Tournament(two, [[(1, 2, "1-0")]]).trf16(), draughts)
        yield made


def test_the_published_example_of_damm():
    """Wikipedia's and python-stdnum's example: 572 has the check digit 4."""
    assert identities.show(572) == "572-4"


@pytest.mark.parametrize("player", [1, 9, 10, 572, 1234, 99_999_999])
def test_what_is_shown_is_read(player):
    assert identities.parse(identities.show(player)) == player
    assert identities.parse(f" {identities.show(player)} ") == player


def test_every_other_check_digit_is_refused():
    for wrong in "012356789":
        with pytest.raises(identities.BadPlayerId, match="the check digit does not fit"):
            identities.parse(f"572-{wrong}")


def test_two_neighbours_exchanged_are_refused():
    with pytest.raises(identities.BadPlayerId, match="check digit does not fit"):
        identities.parse("752-4")


@pytest.mark.parametrize("text", ["1234", " 5724 "])
def test_a_plain_number_is_refused_with_the_right_form(text):
    with pytest.raises(identities.BadPlayerId) as refused:
        identities.parse(text)
    assert str(refused.value) == (
        f"player {text!r}: a register number without its check digit; write it as it is shown, "
        "with its check digit, like 572-4; or as BODY:NUMBER, like fide:123"
    )


@pytest.mark.parametrize(
    "text", ["", "-", "0-0", "01-3", "572-", "-4", "572-44", "a-1", "٣-1", "123456789-0"]
)
def test_what_is_no_id_is_refused(text):
    with pytest.raises(identities.BadPlayerId, match="like 572-4"):
        identities.parse(text)


def test_players_are_found_by_each_of_their_numbers(ledger):
    assert identities.find(ledger.read, identities.show(3)) == 3
    assert identities.find(ledger.read, "fide:103") == 3
    assert identities.find(ledger.read, "FIDE: 000103") == 3
    assert identities.find(ledger.read, "fid:7") == 5
    assert identities.find(ledger.read, "fid:ab/8") == 6


@pytest.mark.parametrize("player", [6, 7, 8])
def test_the_last_registered_player_and_those_after(ledger, player):
    text = identities.show(player)
    if player == 6:
        assert identities.find(ledger.read, text) == 6
    else:
        with pytest.raises(identities.UnknownPlayer, match=f"'{text}': the register holds no such"):
            identities.find(ledger.read, text)


@pytest.mark.parametrize("text", ["fide:7", "fid:101", "fide:999", "fra:101"])
def test_numbers_of_one_body_are_not_those_of_another(ledger, text):
    with pytest.raises(identities.UnknownPlayer):
        identities.find(ledger.read, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fide:", "not a number of fide"),
        ("fide:0", "not a number of fide"),
        ("fide:10a", "not a number of fide"),
        ("fide:123456789012", "not a number of fide"),
        ("fid:a b", "not a number of fid"),
        ("FIDE-:12", "a body has a short name of small letters"),
        ("f:12", "a body has a short name of small letters"),
        (":1", "a body has a short name of small letters"),
    ],
)
def test_what_is_no_number_of_a_body_is_refused(ledger, text, says):
    with pytest.raises(identities.BadPlayerId, match=says):
        identities.find(ledger.read, text)


def test_names_are_given_for_a_list_of_players(ledger):
    assert identities.names(ledger.read, [2, 5, 99]) == {
        2: "Player 2",
        5: "Dama, Anna",
        99: "(erased)",
    }
    assert identities.names(ledger.read, []) == {}


def test_where_the_register_stands(ledger):
    assert identities.last(ledger.read) == (1, 6)


def test_an_empty_register_begins_with_one(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as empty:
        assert identities.last(empty.read) == (-1, 0)
