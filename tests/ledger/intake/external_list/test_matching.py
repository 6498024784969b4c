"""The rows of a recorded list that were of nobody: kept by number, found when somebody comes."""

from datetime import date

import numpy as np

from ledger.export.whole import dump
from ledger.intake.external_list.matching import from_document, rows_in_order
from ledger.intake.external_list.recorded_lists import on_list
from ledger.intake.external_list.recording import ListOptions, record_list
from ledger.intake.import_report.importing import import_report
from ledger.store import integrity
from tests.support.list_files import COMBINED, fixed
from tests.support.pool_ledgers import chess
from tests.support.report_files import Tournament, players, round_robin

FOUR = players(4)
NUMBERS = [str(each.fide_id) for each in FOUR]


def options(day):
    return ListOptions("fide", f"{day:%Y-%m}", day)


def a_list(*rows):
    cells = ({"ID Number": number, "Name": "A", "SRtng": str(rating)} for number, rating in rows)
    return fixed(COMBINED, *cells)


LIST = a_list((NUMBERS[2], 2000), ("77", 1500), (NUMBERS[0], 1900))
FIRST_DAY = Tournament(FOUR, round_robin(4)).start


def kept_list(ledger, kept, day, data=LIST):
    return record_list(ledger, kept(data), options(day))


def test_rows_are_found_again_by_their_numbers():
    made = rows_in_order("fide", ["4", "12345678", "9"], {"standard": np.array([1900, 0, 2000])})
    read = from_document(made.as_document())
    assert (read.scheme, read.numbers.tolist()) == ("fide", [b"12345678", b"4", b"9"])
    assert dict(read.rows_of(["9", "1", "4"])) == {"9": {"standard": 2000}, "4": {"standard": 1900}}


def test_a_document_that_was_emptied_has_no_rows():
    assert dict(from_document(b"").rows_of(["1"])) == {}


def test_a_list_recorded_before_its_players_are_registered_tells_of_them_later(ledger, kept):
    receipt = kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    assert (receipt.players, receipt.file_rows) == (0, 3)
    import_report(ledger, Tournament(FOUR, round_robin(4)).trf16(), chess())
    listed = on_list(ledger.read, "fide", f"{FIRST_DAY:%Y-%m}")
    assert listed.players.tolist() == [1, 3]
    assert listed.values["standard"].tolist() == [1900, 2000]
    assert (listed.since > listed.position).all()
    assert list(integrity.faults(ledger.engine)) == []


def test_older_lists_than_the_one_in_force_are_left_alone(ledger, kept):
    days = (date(2010, 1, 1), FIRST_DAY.replace(day=1), date(2028, 1, 1))
    for day in days:
        kept_list(ledger, kept, day, LIST)
    import_report(ledger, Tournament(FOUR, round_robin(4)).trf16(), chess())
    told = [len(on_list(ledger.read, "fide", f"{day:%Y-%m}").players) for day in days]
    assert told == [0, 2, 2]


def test_who_is_told_already_is_not_told_again(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    import_report(ledger, Tournament(FOUR, round_robin(4)).trf16(), chess())
    stream = f"external-fide-{FIRST_DAY:%Y-%m}"
    version = ledger.read.stream_version(stream)
    again = Tournament(FOUR, round_robin(4), name="Another tournament")
    import_report(ledger, again.trf16(), chess())
    assert ledger.read.stream_version(stream) == version == 1


def test_the_rows_name_persons_and_are_left_out_of_a_copy_without(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    written: list[bytes] = []
    dump(ledger.engine, written.append)
    assert b"list-rows" in b"".join(written)
    (line,) = (each for each in written if b"list-rows" in each)
    assert b'"size":0' not in line
    without: list[bytes] = []
    dump(ledger.engine, without.append, persons=False)
    (line,) = (each for each in without if b"list-rows" in each)
    assert b'"size":0' in line
