"""Histories that begin with the list of another body: players taken, and facts missing
from a list.
"""

from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from ledger import limits
from ledger.intake.carry_over import carrying
from ledger.intake.carry_over.carried_lists import FromList
from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.carry_over.carrying import (
    CarriedOverAlready,
    CarryOverRefused,
    carry_over,
    carry_over_list,
)
from ledger.intake.formats.rating_list.reading import Written
from ledger.register import identities
from ledger.store import integrity
from tests.support.list_files import COMBINED, SINGLE, fixed, spread, tagged
from tests.support.pool_ledgers import CHESS, numbers, payload, types, words

NEW = CarryOptions(date(2026, 9, 1), "FIDE list of September 2026", register_new=True)
KNOWN = replace(NEW, register_new=False)
ROWS = [
    {"ID Number": "103", "Name": "Verdi, Carla", "Fed": "ITA", "Sex": "F", "Tit": "WIM"}
    | {"SRtng": "1850", "SGm": "9", "SK": "20", "RRtng": "1700", "Rk": "40", "B-day": "1990"},
    {"ID Number": "101", "Name": "Rossi, Anna", "Fed": "ITA", "SRtng": "2390", "SK": "10"},
    {"ID Number": "102", "Name": "Durand, Bruno", "Fed": "FRA", "SRtng": "2001", "SK": "40"},
    {"ID Number": "104", "Name": "Neri, Dario", "Fed": "ITA", "SRtng": "0"},
]
LIST = fixed(COMBINED, *ROWS)
STANDARD = Written(kind="standard")


@pytest.fixture
def listed(tmp_path):
    """Write a list into a file; return the rows taken."""

    def write(data=LIST, written=STANDARD, federation=""):
        path = tmp_path / "list"
        path.write_bytes(data)
        return FromList(path, written, federation)

    return write


def carried(ledger, position):
    """Give the rated players of an event as rows: player, rating, k, games, peak, last counted."""
    said = payload(ledger, position)
    widths = {"player": 8, "rating": 4, "k": 2, "games": 4, "peak": 4, "last_counted": 6}
    columns = (numbers(getattr(said, name), width) for name, width in widths.items())
    return list(zip(*columns, strict=True))


def refused(ledger, listed, options=NEW):
    """Carry over a file that must be refused; return the messages, and check that nothing was
    recorded.
    """
    before = ledger.read.head()
    with pytest.raises(CarryOverRefused) as told:
        carry_over_list(ledger, CHESS, listed, options)
    assert ledger.read.head() == before
    return [str(problem) for problem in told.value.problems]


def test_rated_players_are_registered_and_carried_over_with_k_as_printed(ledger, listed):
    """Games of the period are no games of a life; the peak is at least the rating."""
    receipt = carry_over_list(ledger, CHESS, listed(), NEW)
    assert types(ledger) == ["players-registered", "ratings-carried-over"]
    assert carried(ledger, 4) == [
        (1, 1850, 20, 0, 1850, 0),
        (2, 2390, 10, 0, 2390, 0),
        (3, 2001, 40, 0, 2001, 0),
    ]
    registered = payload(ledger, 3)
    assert (registered.birth_year, registered.sex) == ("199000000000", "w--")
    assert registered.federation == "ITAITAFRA"
    said = words(ledger.read.subjects([1])[1])
    assert said == {"name": "Verdi, Carla", "numbers": {"fide": "103"}, "title": "WIM"}
    assert receipt.file == sha256(LIST).hexdigest()
    assert tuple(map(str, receipt.notes)) == (
        "left out: 1 player without a rating",
        "left out: columns of the list that are not kept (SGm, RRtng, RGm, Rk, BRtng, BGm, BK)",
        "games so far and peaks are unknown: a list does not tell them, but a K can imply a least "
        "number of games",
    )


def test_another_kind_may_begin_another_pool(ledger, listed):
    carry_over_list(ledger, CHESS, listed(written=Written(kind="rapid")), NEW)
    assert carried(ledger, 4) == [(1, 1700, 40, 0, 1700, 0)]


def test_players_without_a_rating_are_registered_if_asked(ledger, listed, monkeypatch):
    """Behind those who are rated, in events of two players and requests of four."""
    monkeypatch.setattr(limits, "EVENT_PLAYERS", 2)
    monkeypatch.setattr(carrying, "PART_BLOCKS", 2)
    rows = [{"ID Number": f"{100 + n}", "Name": f"Rossi, {n}", "Fed": "ITA"} for n in range(1, 8)]
    rated = (1, 3, 6)
    rows = [row | {"SRtng": f"{1500 if n in rated else 0}"} for n, row in enumerate(rows, 1)]
    asked = replace(listed(fixed(COMBINED, *rows)), unrated=True)
    receipt = carry_over_list(ledger, CHESS, asked, NEW)
    assert (receipt.players, receipt.new_players, len(receipt.receipts)) == (3, 7, 2)
    assert not any("without a rating" in str(note) for note in receipt.notes)
    names = identities.names(ledger.read, range(1, 8)).values()
    assert [name.removeprefix("Rossi, ") for name in names] == list("1362457")
    events = [one.decoded().payload for one in ledger.read.events(3) if "carried" in one.type]
    assert [(one.part, one.last_part) for one in events] == [(1, False), (2, True)]
    assert "".join(one.player for one in events) == "000000010000000200000003"
    assert carry_over_list(ledger, CHESS, asked, NEW).replayed
    assert list(integrity.faults(ledger.engine)) == []


def test_of_one_federation_only(ledger, listed):
    receipt = carry_over_list(ledger, CHESS, listed(federation="ITA"), NEW)
    assert receipt.new_players == 2
    assert list(identities.names(ledger.read, [1, 2]).values()) == ["Verdi, Carla", "Rossi, Anna"]


def test_players_not_in_the_register_are_left_out_and_counted(ledger, listed):
    carry_over(ledger, "rubele-italiana", b"number,name,rating\n102,Durand B,1\n", NEW)
    receipt = carry_over_list(ledger, CHESS, listed(), KNOWN)
    assert carried(ledger, 5) == [(1, 2001, 40, 0, 2001, 0)]
    assert str(receipt.notes[1]) == (
        "left out: 2 players not in the register, who can be registered as new"
    )


SINGLE_SEPTEMBER = {"SEP26" if name == "OCT26" else name: at for name, at in SINGLE.items()}


@pytest.mark.parametrize(
    "data",
    [
        tagged({"fideid": 101, "name": "A", "rating": 2390, "k": 10, "games": 3}),
        fixed(
            SINGLE_SEPTEMBER,
            {"ID Number": "101", "Name": "A", "SEP26": "2390", "K": "10", "Gms": "3"},
        ),
        spread(("id", "name", "elo", "k", "games"), (101, "A", 2390, 10, 3)),
    ],
    ids=["xml", "single", "csv"],
)
def test_any_form_of_list(ledger, listed, data):
    carry_over_list(ledger, CHESS, listed(data, Written()), NEW)
    assert carried(ledger, 4) == [(1, 2390, 10, 0, 2390, 0)]


@pytest.mark.parametrize("on", [date(2026, 9, 30), date(2026, 11, 1)])
def test_a_list_of_another_month_is_carried_over_only_if_somebody_says_so(ledger, listed, on):
    data, options = fixed(SINGLE, ROWS[1] | {"OCT26": "2390"}), replace(NEW, on=on)
    (problem,) = refused(ledger, listed(data, Written()), options)
    assert problem.startswith(
        f'line 1, month in the heading: found "OCT26", expected {on:%Y-%m}, the month of the day '
        "of the carry-over;"
    )
    said = listed(data, Written(month_as_given=True))
    assert carry_over_list(ledger, CHESS, said, options).players == 1


def test_a_list_of_the_month_is_carried_over(ledger, listed):
    data = fixed(SINGLE, ROWS[1] | {"OCT26": "2390"})
    options = replace(NEW, on=date(2026, 10, 31))
    assert carry_over_list(ledger, CHESS, listed(data, Written()), options).players == 1


def test_the_same_list_again_gives_the_first_receipt_whatever_its_form_is_called(ledger, listed):
    first = carry_over_list(ledger, CHESS, listed(), NEW)
    again = carry_over_list(ledger, CHESS, listed(written=Written("fide", kind="standard")), NEW)
    assert again == replace(first, receipts=(replace(first.receipts[0], replayed=True),))


@pytest.mark.parametrize(
    ("written", "federation", "options"),
    [
        (Written(kind="rapid"), "", NEW),
        (STANDARD, "ITA", NEW),
        (STANDARD, "", replace(NEW, source="another")),
    ],
)
def test_a_pool_begins_with_one_list_under_one_set_of_options(
    ledger, listed, written, federation, options
):
    carry_over_list(ledger, CHESS, listed(), NEW)
    with pytest.raises(CarriedOverAlready):
        carry_over_list(ledger, CHESS, listed(LIST, written, federation), options)


@pytest.mark.parametrize(("year", "problems"), [("1989", 1), ("1990", 0), ("1991", 1), ("", 0)])
def test_a_year_of_birth_against_the_register_needs_a_decision(ledger, listed, year, problems):
    data = b"number,name,birth_year,rating\n103,V,1990,1\n"
    carry_over(ledger, "rubele-italiana", data, NEW)
    row = ROWS[0] | {"B-day": year}
    if problems:
        assert refused(ledger, listed(fixed(COMBINED, row))) == [
            f'line 2, birth year: found "{year}", expected 1990, as registered of '
            f"{identities.show(1)}; decide which is right: correct the register, or ask whose "
            "number it is"
        ]
    else:
        assert not carry_over_list(ledger, CHESS, listed(fixed(COMBINED, row)), NEW).replayed


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"written": Written()}, 'kind: found "standard, rapid, blitz", expected one kind'),
        ({"federation": "ITALY"}, 'federation: found "ITALY", expected three letters'),
        ({"federation": "SMR"}, 'file: found "none", expected rated players of SMR'),
        ({"data": spread(("id", "standard", "standard_k"), (1, 1, 100))}, "line 2, k: found"),
        ({"data": fixed(COMBINED, ROWS[0], ROWS[0])}, "line 3, number: found"),
        ({"data": fixed(COMBINED, ROWS[0] | {"Name": ""})}, "line 2, name: found nothing"),
    ],
)
def test_what_cannot_be_carried_over_is_refused_whole(ledger, listed, changed, expected):
    problems = refused(ledger, listed(**changed))
    assert any(problem.startswith(expected) for problem in problems), problems


def test_without_anybody_registered_nothing_begins(ledger, listed):
    (problem,) = refused(ledger, listed(), KNOWN)
    assert "expected rated players whom the register knows; register them" in problem


def test_options_and_rows_are_told_together(ledger, listed):
    data = fixed(COMBINED, ROWS[0] | {"SRtng": "x"})
    problems = refused(ledger, listed(data), replace(NEW, source="", number_scheme="fide"))
    assert [problem.partition(": found")[0] for problem in problems] == [
        "source",
        "line 2, standard",
    ]
    problems = refused(ledger, listed(data), replace(NEW, number_scheme="U.S."))
    assert problems[0].startswith("number scheme: found")


def test_a_list_tells_how_far_it_is_read(ledger, listed):
    told = []
    rows = ({"ID Number": str(number), "Name": "A", "SEP26": "1500"} for number in range(1, 4_001))
    data = fixed(SINGLE_SEPTEMBER, *rows)
    carry_over_list(
        ledger, CHESS, listed(data, Written()), NEW, progress=lambda *at: told.append(at)
    )
    assert [of for _, of in told] == [len(data)] * 2


def test_a_player_whom_the_list_does_not_flag_is_active(ledger, listed):
    rows = [
        {"ID Number": f"{number}", "Name": f"Player, {number}", "SRtng": "1900", "Flag": flag}
        for number, flag in ((101, ""), (102, "i"), (103, "w"), (104, "wi"))
    ]
    carry_over_list(ledger, CHESS, listed(fixed(COMBINED, *rows)), NEW)
    said = payload(ledger, ledger.read.head().next_position - 1)
    assert said.active == "1010"


def test_a_list_without_flags_calls_everybody_active(ledger, listed):
    carry_over_list(
        ledger,
        CHESS,
        listed(spread(("number", "name", "rating"), (101, "A, B", 1900)), Written()),
        NEW,
    )
    assert payload(ledger, ledger.read.head().next_position - 1).active == "1"


@pytest.mark.parametrize(
    ("cells", "active"), [(("yes", "no", ""), "010"), (("", "", ""), None), (("YES", "", ""), None)]
)
def test_a_csv_file_tells_it_in_a_column(ledger, cells, active):
    lines = [
        f"{number},{name}, 1900,{told}".replace(" ", "")
        for number, (name, told) in enumerate(zip("ABC", cells, strict=True), 101)
    ]
    data = "\n".join(["number,name,rating,inactive", *lines]).encode()
    carry_over(ledger, CHESS, data, NEW)
    assert payload(ledger, ledger.read.head().next_position - 1).active == active


def test_anything_else_in_that_column_is_refused(ledger):
    with pytest.raises(CarryOverRefused, match="yes, no or nothing"):
        carry_over(ledger, CHESS, b"number,name,rating,inactive\n101,A,1900,perhaps\n", NEW)
