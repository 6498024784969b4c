"""A whole list or nothing: rows of registered players, once, from a single file."""

from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from ledger.intake.external_list import recording
from ledger.intake.external_list.recorded_lists import (
    UnknownList,
    last_list_before,
    names_of,
    on_list,
)
from ledger.intake.external_list.recording import ListOptions, ListRecordedAlready, record_list
from ledger.intake.formats.rating_list.reading import ListRefused, Written
from ledger.intake.import_report.import_session import ASKS_NOBODY, Asks
from ledger.intake.import_report.importing import import_report
from ledger.store import integrity
from tests.support.list_files import COMBINED, fixed, spread
from tests.support.pool_ledgers import chess, opened, payload, types
from tests.support.report_files import Tournament, players, round_robin

SEPTEMBER = ListOptions("fide", "2026-09", date(2026, 9, 1))
NUMBERS = [player.fide_id for player in players(4)]
AT = 7
"""The first position behind two pools, four players and their tournament."""


@pytest.fixture
def four(ledger):
    """A ledger with four registered players."""
    import_report(ledger, Tournament(players(4), round_robin(4)).trf16(), chess())
    assert ledger.read.head().next_position == AT - 1
    return ledger


def combined(*rows):
    """A combined list: number, standard rating."""
    return fixed(
        COMBINED,
        *(
            {"ID Number": str(number), "Name": "A", "SRtng": str(rating), "SGm": "3", "Flag": "i"}
            for number, rating in rows
        ),
    )


LIST = combined((NUMBERS[2], 2000), (77, 1500), (NUMBERS[0], 1900), (78, 0), (NUMBERS[1], 0))


def test_rows_of_registered_players_stand_in_order_with_what_the_list_says(four, kept):
    receipt = record_list(four, kept(LIST), SEPTEMBER)
    assert types(four, AT - 1) == ["external-list-recorded"]
    said = payload(four, AT - 1)
    assert (said.body, said.list, said.list_date) == ("fide", "2026-09", date(2026, 9, 1))
    assert (said.file, said.file_rows) == (sha256(LIST).hexdigest(), 5)
    assert said.player == "000000010000000200000003"
    assert said.values["standard"] == "190000002000"
    assert said.values["standard_games"] == "000300030003"
    assert said.values["inactive"] == "000100010001"
    assert set(said.values) == {
        f"{kind}{part}" for kind in ("standard", "rapid", "blitz") for part in ("", "_k", "_games")
    } | {"inactive"}
    assert (said.part, said.last_part) == (1, True)
    assert (receipt.players, receipt.file_rows, receipt.replayed) == (3, 5, False)
    assert list(integrity.faults(four.engine)) == []


def test_the_file_is_not_kept(four, kept):
    record_list(four, kept(LIST), SEPTEMBER)
    assert four.read.document(sha256(LIST).hexdigest()) is None


def test_the_same_file_again_gives_the_first_receipts(four, kept):
    first = record_list(four, kept(LIST), SEPTEMBER)
    again = record_list(four, kept(LIST), SEPTEMBER)
    assert again == replace(first, receipts=(replace(first.receipts[0], replayed=True),))
    assert again.replayed


@pytest.mark.parametrize(
    ("data", "changed"),
    [
        (combined((NUMBERS[0], 1901)), {}),
        (LIST, {"list_date": date(2026, 9, 2)}),
        (LIST, {"recorded_by": "u-17"}),
    ],
)
def test_another_file_or_other_options_for_the_same_list_are_refused(four, kept, data, changed):
    record_list(four, kept(LIST), SEPTEMBER)
    with pytest.raises(ListRecordedAlready, match=r"list 2026-09 of fide is recorded") as told:
        record_list(four, kept(data), replace(SEPTEMBER, **changed))
    assert f"(#{AT - 1})" in str(told.value)
    assert four.read.head().next_position == AT


def test_a_list_of_which_nobody_is_registered_proves_absence_too(four, kept):
    receipt = record_list(four, kept(spread(("id", "elo"), (77, 1500))), SEPTEMBER)
    assert receipt.players == 0
    listed = on_list(four.read, "fide", "2026-09")
    assert (listed.file_rows, listed.row(1)) == (1, None)


def test_the_columns_are_those_of_the_whole_list_whoever_of_ours_has_a_number(four, kept):
    """A player without a number has a standard rating, a registered player only a rapid rating."""
    rows = ["number,name,federation,standard,rapid", "77,Nobody,ITA,1500,"]
    empty, one = (
        "\n".join([*rows, *more]).encode() for more in ([], [f"{NUMBERS[0]},A,ITA,,1700"])
    )
    for name, data, ratings in (("empty", empty, ""), ("one", one, "0000")):
        record_list(four, kept(data), replace(SEPTEMBER, list=name))
        said = payload(four, four.read.head().next_position - 1)
        assert said.values["standard"] == ratings


@pytest.mark.parametrize(
    ("data", "changed", "expected"),
    [
        (combined((NUMBERS[0], 1), (NUMBERS[0], 2)), {}, "expected each player once (line 2"),
        (combined((77, 1), (77, 2)), {}, "expected each player once (line 2"),
        (combined(("x", 1), (NUMBERS[0], "9x")), {}, "line 3, standard: found"),
        (LIST, {"body": "a b"}, "body: found"),
        (LIST, {"body": "fide-old"}, 'issuer: found "fide-old", expected a name without hyphens'),
        (LIST, {"list": ""}, "list: found"),
        (LIST, {"recorded_by": ""}, "recorded by: found"),
        (LIST, {"written": Written(scheme="U.S.")}, "number scheme: found"),
    ],
)
def test_of_a_file_with_faults_nothing_is_recorded(four, kept, data, changed, expected):
    with pytest.raises(ListRefused) as refused:
        record_list(four, kept(data), replace(SEPTEMBER, **changed))
    assert str(refused.value).startswith("list refused, problems: ")
    assert expected in str(refused.value)
    assert four.read.head().next_position == AT - 1


def test_a_number_on_two_rows_is_one_problem(four, kept):
    with pytest.raises(ListRefused) as refused:
        record_list(four, kept(combined((NUMBERS[0], 1), (NUMBERS[0], 2))), SEPTEMBER)
    assert [problem.line for problem in refused.value.problems] == [3]


@pytest.mark.at_fault
def test_two_numbers_of_one_player_on_one_list_are_refused(four, kept):
    with four.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO subject_number VALUES ('fide', '77', 1)")
    with pytest.raises(
        ListRefused, match=r"expected each player once \(line 3 is the same player, 1-"
    ):
        record_list(four, kept(LIST), SEPTEMBER)


def more_players(ledger, asks=ASKS_NOBODY):
    """Register two more players, 77 and 78."""
    others = [replace(player, fide_id=str(76 + player.number)) for player in players(2)]
    import_report(ledger, Tournament(others, round_robin(2)).trf16(), chess(), asks=asks)


def test_who_is_registered_meanwhile_is_found(four, kept):
    """While the file is read others register players: the file is read again."""
    steps = [lambda: more_players(four)]

    def progress(done, of):
        if steps:
            steps.pop()()

    rows = [(NUMBERS[0], 1900), (77, 1500), *((number, 1500) for number in range(1000, 3100))]
    receipt = record_list(four, kept(combined(*rows)), SEPTEMBER, progress)
    assert not steps
    assert receipt.players == 2
    assert on_list(four.read, "fide", "2026-09").players.tolist() == [1, 5]


@pytest.fixture
def small_parts(monkeypatch):
    """Limit each event to a row, and each request to an event."""
    monkeypatch.setattr(recording, "PART_ROWS", 1)
    monkeypatch.setattr(recording, "REQUEST_PARTS", 1)


def test_a_long_list_becomes_several_requests_and_is_whole_with_the_last(ledger, kept, monkeypatch):
    import_report(ledger, Tournament(players(4), round_robin(4)).trf16(), chess())
    monkeypatch.setattr(recording, "PART_ROWS", 1)
    monkeypatch.setattr(recording, "REQUEST_PARTS", 2)
    receipt = record_list(ledger, kept(LIST), SEPTEMBER)
    spans = [(each.first_position, each.last_position) for each in receipt.receipts]
    assert spans == [(6, 7), (8, 8)]
    parts = [payload(ledger, at) for at in (6, 7, 8)]
    assert [(part.part, part.last_part) for part in parts] == [(1, False), (2, False), (3, True)]
    listed = on_list(ledger.read, "fide", "2026-09")
    assert listed.players.tolist() == [1, 2, 3]
    assert listed.values["standard"].tolist() == [1900, 0, 2000]
    assert listed.since.tolist() == [6, 7, 8]
    assert listed.position == 8


def test_a_recording_that_stopped_is_taken_up_with_who_came_since(four, kept, small_parts):
    """Between two requests the machine goes down, and a player is registered."""
    append, left = four.append, iter(range(1))

    def failing(request):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return append(request)

    four.append = failing
    with pytest.raises(KeyboardInterrupt):
        record_list(four, kept(LIST), SEPTEMBER)
    del four.append
    with pytest.raises(UnknownList, match="in part only"):
        on_list(four.read, "fide", "2026-09")
    assert last_list_before(four.read, "fide", date(2026, 9, 1)) is None
    more_players(four)

    receipt = record_list(four, kept(LIST), SEPTEMBER)
    assert [each.replayed for each in receipt.receipts] == [True, False, False, False, False]
    assert on_list(four.read, "fide", "2026-09").players.tolist() == [1, 2, 3, 5, 6]
    assert record_list(four, kept(LIST), SEPTEMBER).replayed


def test_lists_are_found_by_name_and_by_day(four, kept):
    for name, day, rating in (
        ("2026-09", date(2026, 9, 1), 1900),
        ("2026-11", date(2026, 11, 1), 1920),
        ("2026-10", date(2026, 10, 1), 1910),
    ):
        options = ListOptions("fide", name, day)
        record_list(four, kept(combined((NUMBERS[0], rating))), options)
    record_list(four, kept(LIST), ListOptions("fideold", "2026-12", date(2026, 12, 1)))
    assert names_of(four.read, "fide") == ["2026-09", "2026-10", "2026-11"]
    assert names_of(four.read, "fideold") == ["2026-12"]
    for day, rating in (
        (date(2026, 9, 30), 1900),
        (date(2026, 10, 1), 1910),
        (date(2026, 10, 2), 1910),
        (date(2027, 1, 1), 1920),
    ):
        listed = last_list_before(four.read, "fide", day)
        assert listed
        assert listed.values["standard"].tolist() == [rating]
    assert last_list_before(four.read, "fide", date(2026, 8, 31)) is None
    known = on_list(four.read, "fide", "2026-09").position
    listed = last_list_before(four.read, "fide", date(2027, 1, 1), known)
    assert listed
    assert listed.name == "2026-09"


def test_who_is_not_on_the_list_has_no_row(four, kept):
    record_list(four, kept(LIST), SEPTEMBER)
    listed = on_list(four.read, "fide", "2026-09")
    assert (listed.row(4), listed.row(99)) == (None, None)
    assert (listed.row(2) or {})["standard"] == 0
    assert (listed.body, listed.name, listed.list_date) == ("fide", "2026-09", date(2026, 9, 1))


@pytest.mark.parametrize("body", ["fide", "fide-2026", "nobody"])
def test_a_list_that_is_not_recorded_is_told_with_those_that_are(four, kept, body):
    record_list(four, kept(LIST), SEPTEMBER)
    have = "2026-09" if body == "fide" else "none"
    with pytest.raises(UnknownList, match=f"no list '09' of '{body}' is recorded; .*are: {have}"):
        on_list(four.read, body, "09")


def test_a_list_into_postgresql(postgres_database, kept):
    with opened(postgres_database) as made:
        import_report(made, Tournament(players(4), round_robin(4)).trf16(), chess())
        assert not record_list(made, kept(LIST), SEPTEMBER).replayed
        assert record_list(made, kept(LIST), SEPTEMBER).replayed
        assert (on_list(made.read, "fide", "2026-09").row(3) or {})["standard"] == 2000
        listed = last_list_before(made.read, "fide", date(2026, 9, 1))
        assert listed
        assert listed.position == AT - 1
        more_players(made, Asks(lists=lambda _pools, _days: [listed]))
        found = on_list(made.read, "fide", "2026-09")
        assert [found.on_it(player) for player in (5, 6, 7)] == [True, True, None]
        assert (found.row(5) or {})["standard"] == 1500
