"""National rating records of TRF26."""

import pytest

from ledger.tournaments.report import NationalNumber
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, player_line, players

FILE = Tournament(players(2), [[(1, 2, "1-0")]]).trf16()


def line(
    federation: str = "FRA", number: str | int = 2, rating: str | int = 1900, known: str = "L01854"
) -> str:
    """Write a record, which stands in the columns of a player's line."""
    text = player_line(number=number, name="Èva, Test", rating=rating, reported_number=known)
    return federation + text[3:]


def with_lines(*lines: str) -> bytes:
    """Put lines behind the players, from line 12 on."""
    return FILE + "".join(each + "\r\n" for each in lines).encode()


def test_what_national_federations_know_of_a_player():
    report = accepted(with_lines(line(), line("ITA", rating="", known="")))
    assert [entrant.national for entrant in report.entrants] == [
        (),
        (NationalNumber("FRA", "L01854", 1900), NationalNumber("ITA", "", 0)),
    ]
    assert warnings(with_lines(line())) == []


def test_a_record_that_says_no_more_than_a_start_number():
    assert accepted(with_lines("FRA    2 ")).entrants[1].national == (NationalNumber("FRA", "", 0),)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_an_unknown_start_number_is_refused(number):
    message = (
        f'line 12, columns 5-8, national start number: found "{number}", '
        "expected the start number of a player (001); correct it, or delete the line"
    )
    assert refusals(with_lines(line(number=number))) == ([] if number in {1, 2} else [message])


def test_one_federation_twice_for_one_player_is_refused():
    assert refusals(with_lines(line(), line("ITA"), line(number=1), line())) == [
        'line 15, columns 1-3, national federation: found "FRA", '
        "expected one line of FRA for player 2 (line 12 is one); delete one of the two lines"
    ]


def test_a_rating_that_is_no_number_is_refused():
    assert refusals(with_lines(line(rating="19x"))) == [
        'line 12, columns 49-52, national rating: found "19x", '
        "expected a number up to 9999, or nothing for none; correct the rating"
    ]


def test_a_record_out_of_its_columns_is_refused():
    shifted = line()[:47] + "x" + line()[48:]
    assert refusals(with_lines(shifted)) == [
        'line 12, column 48, columns: found "x", expected a blank between two fields; '
        "move every field to its columns"
    ]
