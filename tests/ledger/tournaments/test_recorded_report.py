"""The report of a tournament from the ledger: columns, and kept words."""

from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import delete

from ledger.clock import utc_day
from ledger.events.register import PlayerDetailsCorrected
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.importing import import_report
from ledger.store.requests import Document, NewEvent, Request
from ledger.store.schema import note, reported_name
from ledger.tournaments.recorded_report import NothingReported, recorded
from ledger.tournaments.report import NationalNumber
from tests.support.pool_ledgers import DRAUGHTS, chess, opened
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Tournament, players, round_robin
from tests.support.small_reports import announced, report

SAMPLE = (Path(__file__).parents[2] / "samples/trf/swiss_137_players_2018.trf").read_bytes()
FOUR = Tournament(players(4), round_robin(4, "1-0"))
T = "T-000001"


@pytest.fixture
def ledger(tmp_path):
    """A new ledger with two pools."""
    with opened(str(tmp_path / "ledger.db")) as made:
        yield made


def record(ledger, fact):
    return ledger.append(Request(f"test {fact}"[:100], (NewEvent(fact),))).last_position


def corrected(ledger, game, results, position=5):
    fact = ResultCorrected(
        tournament=T,
        report=position,
        game=game,
        white_result=results[0],
        black_result=results[1],
        by="the-commission",
    )
    return record(ledger, fact)


def test_a_report_comes_out_as_it_went_in(ledger):
    """Except old reports recorded without totals: these follow from the results."""
    import_report(ledger, SAMPLE, chess())
    told, read = recorded_report(ledger.read, T), read_trf(SAMPLE).accepted()
    assert told.games == read.games
    assert told.byes == read.byes
    assert [entrant.name for entrant in told.entrants] == [
        entrant.name for entrant in read.entrants
    ]
    assert [entrant.points_halves for entrant in told.entrants] == [
        entrant.points_halves for entrant in read.entrants
    ]
    assert (told.name, told.place, told.federation, told.start, told.end, told.round_dates) == (
        read.name,
        read.place,
        read.federation,
        read.start,
        read.end,
        read.round_dates,
    )


def test_a_corrected_result_stands_in_it_from_its_position_on(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    at = corrected(ledger, 0, "==")
    assert recorded_report(ledger.read, T, at - 1).games[0].white_result == "1"
    now = recorded_report(ledger.read, T, at)
    assert (now.games[0].white_result, now.games[0].black_result) == ("=", "=")


def test_a_reassigned_entrant_has_the_words_of_the_register(ledger):
    """The file's words were of another person: name, number, title, sex, birth, federation."""
    import_report(ledger, FOUR.trf16(), chess())
    other = Tournament(players(6, title="FM")[4:], [[(5, 6, "1-0")]])
    import_report(ledger, other.trf16(), chess())
    record(
        ledger,
        EntrantReassigned(tournament=T, report=5, entrant=1, player=5, by="the-commission"),
    )
    told = recorded_report(ledger.read, T).entrants[1]
    assert (told.name, told.reported_number) == ("Player005, Elena", "90000035")
    assert (told.title, told.sex, told.birth, told.federation) == ("FM", "m", "1955", "ITA")
    assert told.rating == 0, "the rating that the file printed was another's"


def test_a_reassigned_entrant_has_what_the_register_corrected(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    other = Tournament(players(6)[4:], [[(5, 6, "1-0")]])
    import_report(ledger, other.trf16(), chess())
    record(
        ledger,
        PlayerDetailsCorrected(
            player="00000005",
            birth_year="9999",
            sex="*",
            federation="SMR",
            commitment="0" * 64,
            by="the-commission",
        ),
    )
    record(
        ledger,
        EntrantReassigned(tournament=T, report=5, entrant=1, player=5, by="the-commission"),
    )
    told = recorded_report(ledger.read, T).entrants[1]
    assert (told.federation, told.sex) == ("SMR", "m")


def test_a_reassigned_entrant_has_the_number_of_the_body_the_file_uses(ledger):
    options = chess(pools=(DRAUGHTS,), number_scheme="fid")
    import_report(ledger, FOUR.trf16(), options)
    import_report(ledger, Tournament(players(6)[4:], [[(5, 6, "1-0")]]).trf16(), options)
    record(
        ledger,
        EntrantReassigned(tournament=T, report=5, entrant=1, player=5, by="the-commission"),
    )
    assert recorded_report(ledger.read, T).entrants[1].reported_number == "90000035"


def test_erased_words_say_so(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    with ledger.engine.begin() as connection:
        connection.execute(delete(reported_name).where(reported_name.c.entrant == 2))
    told = recorded_report(ledger.read, T).entrants
    assert [entrant.name for entrant in told[1:3]] == ["Player002, Bruno", "(erased)"]
    assert (told[2].reported_number, told[2].birth, told[2].rating) == ("", "", 1980)


def test_arbiters_come_from_the_note_of_the_report(ledger):
    """The event holds a commitment alone; the names are erasable."""
    text = '{"chief_arbiter":"Rossi, Ada","deputies":["Verdi, Ugo"]}'
    commitment = sha256(b"salt" + text.encode()).hexdigest()
    kept = Document("report", b"file")
    fact = report(officials=commitment, file=kept.digest)
    facts = NewEvent(announced()), NewEvent(fact)
    ledger.append(Request("with", facts, documents=(kept,), notes={1: (b"salt", text)}))
    told = recorded_report(ledger.read, T)
    assert (told.chief_arbiter, told.deputies) == ("Rossi, Ada", ("Verdi, Ugo",))
    with ledger.engine.begin() as connection:
        connection.execute(delete(note))
    assert recorded_report(ledger.read, T).chief_arbiter == ""


def test_what_was_corrected_is_told_with_its_day(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    at = corrected(ledger, 0, "==")
    (told,) = recorded(ledger.read, T).corrections
    assert (told.position, utc_day(told.recorded_at)) == (at, date(2026, 3, 1))


@pytest.mark.parametrize(("tournament", "through"), [("T-999999", None), (T, 4), ("nothing", 0)])
def test_where_no_report_is_recorded_it_says_so(ledger, tournament, through):
    import_report(ledger, FOUR.trf16(), chess())
    with pytest.raises(NothingReported, match="no report is recorded"):
        recorded_report(ledger.read, tournament, through)


def test_a_part_that_is_not_there_is_refused(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    assert recorded_report(ledger.read, T, part=1).number_of_rounds == 3
    with pytest.raises(NothingReported, match="reported are: 1"):
        recorded_report(ledger.read, T, part=2)


def test_what_a_file_says_for_pairing_programs_goes_through_the_ledger(ledger):
    """Announced rounds, first colour, lines as printed; of forfeits, the absence of White."""
    extra = {"142": "9", "152": "B", "192": "FIDE_DUTCH", "260": "  1   9    1    2"}
    file = Tournament(players(4), [[(1, 2, "+--"), (3, 4, "1-0")]], extra=extra).trf16()
    file = file.replace(b"   2 w +", b"   2 - +").replace(b"   1 b -", b"   1 - -")
    import_report(ledger, file, chess())
    told = recorded_report(ledger.read, T)
    assert (told.rounds_announced, told.initial_colour) == (9, "b")
    assert told.other_records == ("192 FIDE_DUTCH", "260   1   9    1    2")
    assert [game.colours for game in told.games] == [False, True]
    assert recorded_report(ledger.read, T, part=1).rounds_announced == 0  # its own rounds


def test_a_forfeit_of_a_team_match_and_a_national_class_go_through_the_ledger(ledger):
    file = Tournament(players(4), [[(1, 2, "1-0"), (3, "F"), (4, "Z")]]).trf16()
    file = file.replace(b"0000 - F", b"0000 - +").replace(b"0000 - Z", b"0000 - -")
    team = "013 " + "Torino".ljust(32) + "   1    2    3    4\r\n"
    known = "ITA    1   2N Nobody".ljust(48) + "1500\r\n"
    import_report(ledger, file + (team + known).encode(), chess())
    told = recorded_report(ledger.read, T)
    assert [bye.code for bye in told.byes] == ["+", "-"]
    assert told.entrants[0].national == (NationalNumber("ITA", "", 1500, "2N"),)
