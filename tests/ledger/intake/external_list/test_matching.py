"""Rows of a recorded list for unknown players: kept by number, found after a registration."""

from dataclasses import replace

import numpy as np
from sqlalchemy import text

from ledger.events.register import PersonalDataErased
from ledger.export.whole import dump
from ledger.intake.external_list.matching import from_document, rows_in_order
from ledger.intake.external_list.recorded_lists import on_list
from ledger.intake.external_list.recording import ListOptions, record_list
from ledger.intake.import_report.import_session import Asks
from ledger.intake.import_report.importing import import_report
from ledger.register import identities
from ledger.store import integrity
from ledger.store.requests import NewEvent, Request
from tests.support.list_files import COMBINED, fixed
from tests.support.pool_ledgers import chess
from tests.support.report_files import Tournament, players, round_robin

FOUR = players(4)
NUMBERS = [str(player.fide_id) for player in FOUR]


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


PLAYED = Tournament(FOUR, round_robin(4))


def imported(ledger, played=PLAYED, **options):
    """Import a tournament; the entrants are looked up on the list of a month."""
    asks = Asks(lists=lambda _pools, _days: [on_list(ledger.read, "fide", f"{FIRST_DAY:%Y-%m}")])
    return import_report(ledger, played.trf16(), chess(**options), asks=asks)


def the_list(ledger):
    return on_list(ledger.read, "fide", f"{FIRST_DAY:%Y-%m}")


def on_it(ledger, *players):
    """Return whether the players are on the list; None where unknown."""
    return [the_list(ledger).on_it(player) for player in players]


def test_a_list_recorded_before_its_players_are_registered_tells_of_them_later(ledger, kept):
    """Two of four have a row, two are absent: the same as on a list recorded after the players."""
    receipt = kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    assert (receipt.players, receipt.file_rows) == (0, 3)
    imported(ledger)
    listed = the_list(ledger)
    assert listed.players.tolist() == [1, 3]
    assert listed.values["standard"].tolist() == [1900, 2000]
    assert (listed.since > listed.position).all()
    assert on_it(ledger, 1, 2, 3, 4, 5) == [True, False, True, False, None]
    assert list(integrity.faults(ledger.engine)) == []


def test_what_was_looked_up_is_known_from_its_position_on(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    imported(ledger)
    listed = the_list(ledger)
    (position,) = {*listed.since.tolist(), *listed.absent_since.tolist()}
    everybody = np.array([1, 2, 3, 4, 5])
    for through, ratings, told in (
        (position - 1, [0, 0, 0, 0, 0], [False] * 5),
        (position, [1900, 0, 2000, 0, 0], [True, True, True, True, False]),
        (position + 1, [1900, 0, 2000, 0, 0], [True, True, True, True, False]),
    ):
        found = listed.tells(everybody, "standard", through)
        assert [column.tolist() for column in found] == [ratings, told]


def test_who_has_no_number_is_absent_with_a_warning(ledger, kept):
    """Like a player without a number registered before the list."""
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    nameless = [*FOUR[:3], replace(FOUR[3], fide_id="")]
    receipt = imported(ledger, Tournament(nameless, round_robin(4)), register_new=True)
    assert on_it(ledger, 1, 2, 3, 4) == [True, False, True, False]
    (warning,) = [one for one in receipt.warnings if "are searched" in str(one.expected)]
    assert str(warning.found) == "1 entrant without a fide number"
    assert f"are searched: fide {FIRST_DAY:%Y-%m}; of 4 {FOUR[3].name}" in str(warning.expected)
    assert "decide-external-list-completed" in str(warning.remedy)


def test_a_list_without_rows_of_others_proves_the_absence_of_everybody_else(ledger, kept):
    more = [replace(player, fide_id=str(76 + player.number)) for player in players(2)]
    imported_first = Tournament(more, round_robin(2))
    import_report(ledger, imported_first.trf16(), chess())
    kept_list(ledger, kept, FIRST_DAY.replace(day=1), a_list(("77", 1500)))
    assert the_list(ledger).others is None
    imported(ledger)
    assert on_it(ledger, 1, 2, 3, 4, 5, 6) == [True, False, False, False, False, False]


def test_of_a_list_whose_rows_were_erased_nothing_more_is_known(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    digest = the_list(ledger).others
    erased = PersonalDataErased(documents=(digest,), by="the-council")
    ledger.append(Request("erase", (NewEvent(erased),)))
    with ledger.engine.begin() as connection:
        connection.execute(text(f"UPDATE document SET bytes = x'' WHERE digest = '{digest}'"))
    imported(ledger)
    assert on_it(ledger, 1, 2, 3, 4) == [None, None, None, None]


def test_a_number_learned_later_finds_the_row(ledger, kept):
    """Registered without a number, absent; the second report brings the number."""
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    nameless = [*FOUR[:2], replace(FOUR[2], fide_id=""), FOUR[3]]
    imported(ledger, Tournament(nameless, round_robin(4)), register_new=True)
    assert on_it(ledger, 3) == [False]
    decided = f"number;name;player\n3;{FOUR[2].name};{identities.show(3)}\n".encode()
    imported(
        ledger,
        Tournament(FOUR, round_robin(4), name="Another"),
        decisions=decided,
        another_event=True,
    )
    assert on_it(ledger, 3) == [True]
    assert the_list(ledger).row(3) == {"standard": 2000} | dict.fromkeys(
        the_list(ledger).values.keys() - {"standard"}, 0
    )


def test_who_is_told_already_is_not_told_again(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    imported(ledger)
    stream = f"external-fide-{FIRST_DAY:%Y-%m}"
    version = ledger.read.stream_version(stream)
    imported(
        ledger, Tournament(FOUR, round_robin(4), name="Another tournament"), another_event=True
    )
    assert ledger.read.stream_version(stream) == version == 1


def test_the_rows_name_persons_and_are_left_out_of_a_copy_without(ledger, kept):
    kept_list(ledger, kept, FIRST_DAY.replace(day=1))
    written: list[bytes] = []
    dump(ledger.engine, written.append)
    assert b"list-rows" in b"".join(written)
    (line,) = (statement for statement in written if b"list-rows" in statement)
    assert b'"size":0' not in line
    without: list[bytes] = []
    dump(ledger.engine, without.append, persons=False)
    (line,) = (statement for statement in without if b"list-rows" in statement)
    assert b'"size":0' in line
