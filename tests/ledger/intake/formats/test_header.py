"""Facts about the whole tournament, from the file and by hand."""

from datetime import date

import pytest

from ledger.intake.formats.trf.reader import read_trf
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, players


def file(**records: str) -> bytes:
    """Write a small file with other records `_012` and so on."""
    extra = {name.removeprefix("_"): value for name, value in records.items()}
    return Tournament(players(2), [[(1, 2, "1-0")]], extra=extra).trf16()


def test_a_clean_header():
    report = accepted(file(_042="2026/01/10", _052="2026/01/12"))
    assert (report.name, report.place, report.federation) == ("Open d'inverno", "Torino", "ITA")
    assert (report.start, report.end) == (date(2026, 1, 10), date(2026, 1, 12))
    assert (report.type, report.time_control) == ("Individual: Swiss-System", "90 min + 30 s")
    assert (report.number_of_rounds, report.round_dates) == (1, (None,))


@pytest.mark.parametrize("value", ["Milano", " Milano", "   Milano  "])
def test_a_value_may_be_misplaced(value):
    assert accepted(file(_022=value)).place == "Milano"


def test_a_value_may_follow_its_code_at_once():
    assert accepted(file().replace(b"022 Torino", b"022Torino")).place == "Torino"


def test_texts_are_composed():
    assert accepted(file(_022="Forli\N{COMBINING GRAVE ACCENT}")).place == "Forlì"


@pytest.mark.parametrize("text", ['90+30"', "5400 + 30", "90 min", "W300", "40/6000+30:"])
def test_an_encoded_time_control_of_another_form_is_kept_with_a_warning(text):
    assert accepted(file(_222=text)).time_control == text
    assert warnings(file(_222=text)) == [
        f'line 10, time control (222): found "{text}", expected seconds like 5400+30, '
        "40/6000+30:900+30 or W300-B240; "
        "it was kept as it is; correct it or give it: set time_control=…"
    ]


def test_arbiters_are_kept_in_order():
    extra = {"102": "Anna", "112": ["Bruno", "", "Carla"]}
    report = accepted(Tournament(players(2), [[(1, 2, "1-0")]], extra=extra).trf16())
    assert (report.chief_arbiter, report.deputies) == ("Anna", ("Bruno", "Carla"))


def test_a_second_chief_arbiter_is_taken_as_a_deputy_with_a_warning():
    extra = {"102": ["Anna", "Bruno"], "112": "Carla"}
    two = Tournament(players(2), [[(1, 2, "1-0")]], extra=extra).trf16()
    assert (accepted(two).chief_arbiter, accepted(two).deputies) == ("Anna", ("Bruno", "Carla"))
    assert warnings(two) == [
        'line 11, chief arbiter (102): found "Bruno", expected one chief arbiter; '
        "the first was taken, the others as deputies"
    ]


@pytest.mark.parametrize("count", [99, 100, 101])
def test_a_report_has_at_most_100_deputies(count):
    extra = {"112": ["Anna"] * count}
    messages = refusals(Tournament(players(2), [[(1, 2, "1-0")]], extra=extra).trf16())
    many = (
        'line 110, deputy arbiter (112): found "101 lines", expected at most 100; '
        "delete the lines that are too many"
    )
    assert messages == ([many] if count == 101 else [])


@pytest.mark.parametrize("length", [199, 200, 201])
@pytest.mark.parametrize("record", ["102", "112"])
def test_an_arbiter_has_at_most_200_characters(record, length):
    extra = {record: "x" * length}
    messages = refusals(Tournament(players(2), [[(1, 2, "1-0")]], extra=extra).trf16())
    assert len(messages) == (1 if length == 201 else 0)


def test_the_encoded_time_control_of_trf26_is_preferred():
    assert accepted(file(_222="5400+30")).time_control == "5400+30"


def test_facts_given_by_hand_win():
    facts = {
        "name": "Campionato",
        "place": "Forlì",
        "federation": "smr",
        "start": "2025-12-30",
        "end": "2026-01-02",
        "time_control": "5400+30",
    }
    report = accepted(file(_222="900+10", _042="25/12/30"), facts)
    assert (report.name, report.place, report.federation) == ("Campionato", "Forlì", "SMR")
    assert (report.start, report.end) == (date(2025, 12, 30), date(2026, 1, 2))
    assert report.time_control == "5400+30"


def test_a_tournament_needs_a_name():
    assert refusals(file(_012="")) == [
        "line 1, name (012): found nothing, expected the name of the tournament; "
        "give it: set name=…"
    ]


def test_a_tournament_should_have_a_place_and_a_federation():
    nowhere = file(_022="", _032="Italy")
    assert (accepted(nowhere).place, accepted(nowhere).federation) == ("", "")
    assert warnings(nowhere) == [
        "line 2, place (022): found nothing, expected the place of the tournament; "
        "give it: set place=…",
        'line 3, federation (032): found "Italy", expected a federation of three letters; '
        "give it: set federation=…",
    ]


@pytest.mark.parametrize("length", [199, 200, 201])
@pytest.mark.parametrize("record", ["_012", "_022", "_092", "_122", "_222"])
def test_texts_have_at_most_200_characters(record, length):
    found = refusals(file(**{record: "x" * length}))
    assert [message.split("expected ")[1] for message in found] == (
        ["at most 200 characters; shorten it"] if length == 201 else []
    )


@pytest.mark.parametrize("text", ["", "2026/02/30", "10 Januari 2026"])
def test_a_day_that_is_none_is_refused(text):
    found = f'"{text}"' if text else "nothing"
    assert refusals(file(_042=text)) == [
        f"line 4, start date (042): found {found}, expected a day YYYY/MM/DD; "
        "give it: set start=YYYY-MM-DD"
    ]


def test_missing_days_are_refused():
    without = file().replace(b"042 2026/01/10\r\n", b"").replace(b"052 2026/01/10\r\n", b"")
    assert refusals(without) == [
        "start date (042): found nothing, expected a day YYYY/MM/DD; give it: set start=YYYY-MM-DD",
        "end date (052): found nothing, expected a day YYYY/MM/DD; give it: set end=YYYY-MM-DD",
    ]
    assert refusals(without, {"start": "2026-01-10", "end": "2026-01-10"}) == []


@pytest.mark.parametrize("end", ["2026/01/09", "2026/01/10", "2026/01/11"])
def test_the_end_is_not_before_the_start(end):
    before = [
        'line 5, end date (052): found "2026/01/09", expected a day not before the start, '
        "2026-01-10; correct the start or the end"
    ]
    assert refusals(file(_042="2026/01/10", _052=end)) == (before if end.endswith("09") else [])


@pytest.mark.parametrize("text", ["2026/01/10", "10.01.2026", "", "2026-1-10", "2026-02-30"])
def test_a_day_given_by_hand_has_one_form(text):
    found = f'"{text}"' if text else "nothing"
    assert refusals(file(), {"start": text}) == [
        f"start (given by hand): found {found}, expected a day YYYY-MM-DD; "
        "give it: set start=YYYY-MM-DD"
    ]


def test_a_fact_that_is_none_of_the_file_is_refused():
    assert refusals(file(), {"arbiter": "Anna"}) == [
        "fact (given by hand): found \"'arbiter'\", "
        "expected one of name, place, federation, start, end, time_control, byes; "
        "correct the name of the fact"
    ]


def test_a_fact_that_cannot_be_seen_is_refused():
    assert refusals(file(), {"name": "Open\x1b[2J"}) == [
        "fact (given by hand): found \"name='Open\\x1b[2J'\", expected text that can be seen; "
        "write it anew"
    ]


@pytest.mark.parametrize("rounds", ["0", "401", "nine", "-1", ""])
@pytest.mark.parametrize(("record", "line"), [("XXR", 10), ("142", 10)])
def test_announced_rounds_are_1_to_400(record, line, rounds):
    found = f'"{rounds}"' if rounds else "nothing"
    assert refusals(file(**{f"_{record}": rounds})) == [
        f"line {line}, number of rounds ({record}): found {found}, "
        "expected a number from 1 to 400; correct or delete the line"
    ]


def test_announced_rounds_must_not_contradict_each_other():
    assert refusals(file(_142="1", _XXR="2")) == [
        'line 11, number of rounds (XXR): found "2", expected "1", as in line 10; '
        "correct record 142 or record XXR"
    ]


@pytest.mark.parametrize("count", ["2", "2 (1)"])
def test_the_number_of_players_agrees(count):
    assert warnings(file(_062=count)) == []


@pytest.mark.parametrize("count", ["1", "3", "two", "2x"])
def test_another_number_of_players_is_a_warning(count):
    assert warnings(file(_062=count)) == [
        f'line 6, number of players (062): found "{count}", expected 2, the players of this file; '
        "check that no player is missing"
    ]


def test_another_way_to_count_points_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="points is '3-1-0', expected one of 1-½-0, 2-1-0, ignore"):
        read_trf(file(), points="3-1-0")


def test_another_order_of_dates_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="date_order is 'mdy', expected one of ymd, dmy or ''"):
        read_trf(file(), date_order="mdy")


@pytest.mark.parametrize("text", ["60", "120", "60+1", "120+1", "90+30", "3+2", "179"])
def test_reading_seconds_or_minutes(text):
    """In record 222 a small number may mean both: record 122 decides, else nothing is kept."""
    assert accepted(file(_222=text, _122="")).time_control == ""
    assert accepted(file(_222=text, _122="1 min")).time_control == "1 min"
    (warned,) = warnings(file(_222=text, _122="1 min"))
    assert f'time control (222): found "{text}", expected seconds' in warned
    assert "'1 min' was kept" in warned
    assert "set time_control=" in warnings(file(_222=text, _122=""))[0]
    assert accepted(file(_222=text), {"time_control": "5400+30"}).time_control == "5400+30"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60", "3600"), ("120+1", "7200+1"), ("90+30", "5400+30"), ("179", "10740")],
)
def test_reading_seconds_or_minutes_by_hand(text, seconds):
    """As in record 222: 120+1 may mean both, and the class rests on the unit."""
    assert refusals(file(), {"time_control": text}) == [
        f'time_control (given by hand): found "{text}", expected seconds like 5400+30, '
        "40/6000+30:900+30 or W300-B240; if these are minutes, give it in seconds: "
        f"set time_control={seconds}"
    ]
    assert accepted(file(), {"time_control": seconds}).time_control == seconds


@pytest.mark.parametrize("text", ["180", "180+2", "40/60:30", "W120-B180"])
def test_what_is_no_small_number_alone_is_kept(text):
    assert accepted(file(_222=text, _122="")).time_control == text


@pytest.mark.parametrize(("fact", "text"), [("name", "…"), ("start", "YYYY-MM-DD")])
def test_what_was_not_filled_in_is_no_value(fact, text):
    """The printed command is pasted back unchanged."""
    assert f'found "{fact}={text}", expected a value in its place; fill it in' in "".join(
        refusals(file(), {fact: text})
    )
