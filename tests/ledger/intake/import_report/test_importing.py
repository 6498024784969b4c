"""A report becomes a single request, and a repetition gives the first receipt."""

from dataclasses import replace
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from ledger import columns
from ledger.clock import microseconds
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store import integrity
from tests.support.cross_table_files import cross_table
from tests.support.pool_ledgers import (
    CHESS,
    DRAUGHTS,
    chess,
    numbers,
    opens,
    payload,
    types,
    words,
)
from tests.support.report_files import Tournament, players, round_robin

SAMPLE = (Path(__file__).parents[3] / "samples/trf/swiss_137_players_2018.trf").read_bytes()
FOUR = Tournament(players(4), round_robin(4))
ALL_THREE = ["players-registered", "tournament-registered", "tournament-submitted"]


def test_a_report_is_one_request_of_three_events(ledger):
    receipt = import_report(ledger, SAMPLE, chess())
    assert types(ledger) == ALL_THREE
    assert (receipt.first_position, receipt.last_position, receipt.report_position) == (3, 5, 5)
    assert len({event.recorded_at for event in ledger.read.events(3)}) == 1
    assert receipt.recorded_at == ledger.read.head().recorded_at
    assert (receipt.tournament, receipt.replayed) == ("T-000001", False)
    assert (receipt.entrants, receipt.games, receipt.rounds) == (137, 411, 7)
    assert receipt.new_players[:2] == ((1, "Player001, Bruno"), (2, "Player002, Níccolò"))
    assert [player for player, _ in receipt.new_players] == list(range(1, 138))
    assert [str(warning.field) for warning in receipt.warnings] == [
        "registered_on (given by hand)",
        "text",
    ]
    assert list(integrity.faults(ledger.engine)) == []


def test_the_file_is_kept_under_its_digest(ledger):
    receipt = import_report(ledger, SAMPLE, chess())
    assert receipt.file == sha256(SAMPLE).hexdigest()
    assert receipt.key == f"import:{receipt.file}:{chess().digest}"
    assert payload(ledger, 5).file == receipt.file
    assert ledger.read.document(receipt.file) == SAMPLE


def test_the_register_event_says_nothing_that_names(ledger):
    import_report(ledger, SAMPLE, chess())
    registered = payload(ledger, 3)
    assert numbers(registered.player, columns.PLAYER) == list(range(1, 138))
    assert numbers(registered.birth_year, columns.YEAR)[:3] == [1981, 1957, 1984]
    assert (registered.sex[:15], registered.federation[:6]) == ("m" * 14 + "w", "ESPESP")
    assert b"Player" not in b"".join(event.body for event in ledger.read.events(3))
    assert b"990000015" not in ledger.read.at([3])[3].body


def test_commitments_are_opened_by_what_lies_beside(ledger):
    import_report(ledger, SAMPLE, chess())
    subjects = ledger.read.subjects(list(range(1, 138)))
    reported = ledger.read.reported_names(5)
    assert (len(subjects), len(reported)) == (137, 137)
    assert opens(payload(ledger, 3).commitment, subjects)
    assert opens(payload(ledger, 5).entrants.commitment, reported)
    salts = [salt for kept in (subjects, reported) for salt, _ in kept.values()]
    assert len(set(salts)) == 2 * 137
    assert {len(salt) for salt in salts} == {16}


def test_what_is_kept_of_a_person_and_what_the_file_said(ledger):
    table = replace(FOUR, players=[replace(player, title="WFM") for player in FOUR.players])
    import_report(ledger, table.trf16(), chess())
    assert words(ledger.read.subjects([1])[1]) == {
        "birth": "1951",
        "name": "Player001, Anna",
        "numbers": {"fide": "90000007"},
        "title": "WFM",
        "women_title": "WFM",
    }
    assert words(ledger.read.reported_names(5)[0]) == {
        "birth": "1951",
        "federation": "ITA",
        "name": "Player001, Anna",
        "number": "90000007",
        "rating": 2000,
        "sex": "m",
        "title": "WFM",
    }


def test_what_is_not_known_of_a_person_stays_unknown(ledger):
    bare = players(2, birth="", sex="", federation="ITA", title="")
    bare[1] = replace(bare[1], federation="I2")
    receipt = import_report(ledger, Tournament(bare, [[(1, 2, "1-0")]]).trf16(), chess())
    registered = payload(ledger, 3)
    assert (registered.birth_year, registered.sex) == ("00000000", "--")
    assert registered.federation == "ITA---"
    assert words(ledger.read.subjects([1])[1]).keys() == {"name", "numbers"}
    assert str(receipt.warnings[-1]) == (
        'line 11, columns 54-56, federation: found "I2", expected a federation of three letters; '
        "the player is registered without one"
    )


def test_the_tournament_is_registered_with_what_file_and_hand_say(ledger):
    facts = {
        "place": "Ivrea",
        "received_on": "2026-01-20",
        "registered_on": "2025-12-01",
        "hybrid": "true",
        "official_event": "true",
        "norms_possible": "true",
        "announced_as_rated": "true",
        "match_games": "3",
        "weight": "1/2",
    }
    receipt = import_report(ledger, FOUR.trf16(), chess(facts=facts, pools=(CHESS, DRAUGHTS)))
    tournament = payload(ledger, 4)
    assert receipt.warnings == ()
    assert (tournament.name, tournament.place, tournament.federation) == (
        "Open d'inverno",
        "Ivrea",
        "ITA",
    )
    assert tournament.pools == (CHESS, DRAUGHTS)
    assert (tournament.start, tournament.end) == (date(2026, 1, 10), date(2026, 1, 12))
    assert tournament.registered_on == date(2025, 12, 1)
    assert tournament.pairing_system == "Individual: Swiss-System"
    assert tournament.time_control == "90 min + 30 s"
    assert (tournament.hybrid, tournament.online, tournament.team) == (True, False, False)
    assert (tournament.official_event, tournament.norms_possible) == (True, True)
    assert (tournament.announced_as_rated, tournament.match_games) == (True, 3)
    assert tournament.weight == "1/2"
    assert payload(ledger, 5).received_on == date(2026, 1, 20)


def test_a_pairing_system_by_hand_wins(ledger):
    import_report(ledger, FOUR.trf16(), chess(facts={"pairing_system": "Dutch"}))
    assert payload(ledger, 4).pairing_system == "Dutch"


def test_what_a_file_leaves_out_is_left_out(ledger):
    plain = replace(FOUR, place="", federation="", type="", time_control="")
    import_report(ledger, plain.trf16(), chess())
    tournament = payload(ledger, 4)
    assert (tournament.place, tournament.federation) == (None, None)
    assert (tournament.pairing_system, tournament.time_control) == (None, None)


@pytest.mark.parametrize(
    ("utc", "today"),
    [
        (datetime(2026, 3, 31, 21, 59, tzinfo=UTC), date(2026, 3, 31)),
        (datetime(2026, 3, 31, 22, 0, tzinfo=UTC), date(2026, 4, 1)),
        (datetime(2026, 3, 31, 22, 1, tzinfo=UTC), date(2026, 4, 1)),
    ],
)
def test_a_report_is_received_on_the_day_of_the_ledgers_zone(ledger, utc, today):
    """Midnight in Rome, in summer time."""
    ledger.clock = lambda: microseconds(utc)
    import_report(ledger, FOUR.trf16(), chess())
    assert payload(ledger, 5).received_on == today


def test_a_day_of_registration_that_nobody_tells_stays_untold(ledger):
    """The announcement holds from the first day of play then."""
    receipt = import_report(ledger, FOUR.trf16(), chess())
    assert payload(ledger, 4).registered_on is None
    assert ledger.read.at([4])[4].valid_on == str(FOUR.start)
    assert [str(warning) for warning in receipt.warnings] == [
        "registered_on (given by hand): found nothing, "
        "expected the day on which the tournament was registered; "
        "give it: set registered_on=YYYY-MM-DD; nothing is assumed in its place"
    ]


def test_tournaments_take_the_next_number(ledger):
    another = chess(another_event=True)
    ids = [
        import_report(
            ledger, replace(FOUR, name=name).trf16(), replace(another, tournament=given)
        ).tournament
        for name, given in (("A", None), ("B", "torino-2026"), ("C", None), ("D", "T-000411"))
    ]
    assert ids == ["T-000001", "torino-2026", "T-000002", "T-000411"]
    assert import_report(ledger, FOUR.trf16(), another).tournament == "T-000412"


def test_numbers_go_on_after_six_digits_but_longer_ones_are_not_chosen(ledger):
    import_report(ledger, FOUR.trf16(), chess(tournament="T-999999"))
    another = chess(another_event=True)
    ids = [
        import_report(ledger, replace(FOUR, name=name).trf16(), another).tournament for name in "BC"
    ]
    assert ids == ["T-1000000", "T-1000001"]
    of_seven = chess(tournament="T-1000002")
    with pytest.raises(ReportRefused, match="expected T- and six digits, or another beginning"):
        import_report(ledger, replace(FOUR, name="D").trf16(), of_seven)


def test_known_players_are_found_and_the_others_numbered_after_the_last(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    strangers = [replace(player, fide_id=f"1000{player.number}") for player in players(3)]
    mixed = [replace(strangers[0], number=1), FOUR.players[2], replace(strangers[2], number=4)]
    table = Tournament(mixed, [[(1, 3, "1-0")], [(4, 3, "1-0")]])
    receipt = import_report(ledger, table.trf16(), chess())
    assert [player for player, _ in receipt.new_players] == [5, 6]
    assert numbers(payload(ledger, 8).entrants.player, columns.PLAYER) == [5, 3, 6]
    assert ledger.read.players_by_number("fide", ["10001", "10003"]) == {"10001": 5, "10003": 6}


KNOWN_AGAIN = chess(register_new=False, another_event=True)


def test_who_is_known_is_not_registered_again(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    receipt = import_report(ledger, replace(FOUR, name="B").trf16(), KNOWN_AGAIN)
    assert types(ledger, 6) == ["tournament-registered", "tournament-submitted"]
    assert (receipt.new_players, receipt.entrants) == ((), 4)
    assert opens(payload(ledger, 7).entrants.commitment, ledger.read.reported_names(7))


def test_leading_zeros_are_no_part_of_a_number(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    zeros = [replace(player, fide_id=f"000{player.fide_id}") for player in FOUR.players]
    table = replace(FOUR, players=zeros)
    assert import_report(ledger, table.trf16(), KNOWN_AGAIN).new_players == ()


def test_who_recorded_it_stands_in_every_event(ledger):
    import_report(ledger, FOUR.trf16(), chess(recorded_by="u-17"))
    assert {event.decoded().recorded_by for event in ledger.read.events(3)} == {"u-17"}


def draughts(**changes):
    return ImportOptions((DRAUGHTS,), number_scheme="fid", register_new=True, **changes)


@pytest.mark.parametrize(
    ("said", "scheme"), [(None, "fid"), ("fid", "fid"), ("fide", "fide"), ("ita", "ita")]
)
def test_numbers_of_a_cross_table_are_the_draughts_federations_unless_said(ledger, said, scheme):
    """Digits alone are a tessera in such a table."""
    taken = ImportOptions((DRAUGHTS,), number_scheme=said, register_new=True)
    receipt = import_report(ledger, cross_table(FOUR), taken)
    assert ledger.read.players_by_number(scheme, ["90000007"]) == {"90000007": 1}
    settled = replace(taken, number_scheme=scheme)
    assert receipt.key == f"import:{receipt.file}:{settled.digest}"
    assert import_report(ledger, cross_table(FOUR), settled).replayed


@pytest.mark.parametrize("points", ["1-½-0", "2-1-0"])
def test_totals_in_draughts_may_be_counted_either_way(ledger, points):
    table = replace(FOUR, points=points)
    assert import_report(ledger, table.trf16(), draughts()).games == 6
    assert ledger.read.players_by_number("fid", ["90000007"]) == {"90000007": 1}
    assert ledger.read.players_by_number("fide", ["90000007"]) == {}


def test_totals_in_chess_count_a_win_as_one(ledger):
    file = replace(FOUR, points="2-1-0").trf16()
    with pytest.raises(ReportRefused, match="points: found"):
        import_report(ledger, file, chess())
    given = chess(facts={"points": "2-1-0"})
    assert import_report(ledger, file, given).games == 6


def test_points_by_hand_are_the_only_way_to_count(ledger):
    file = replace(FOUR, points="2-1-0").trf16()
    with pytest.raises(ReportRefused, match="points: found"):
        import_report(ledger, file, draughts(facts={"points": "1-½-0"}))
    ignored = import_report(ledger, file, draughts(facts={"points": "ignore"}))
    assert "points" in {warning.field for warning in ignored.warnings}


def test_of_two_ways_to_count_the_better_fit_tells_the_problems(ledger):
    """A total is wrong under 2-1-0, all under 1-½-0."""
    file = replace(FOUR, points="2-1-0").trf16().replace(b" 3.0    1 ", b" 9.0    1 ")
    with pytest.raises(ReportRefused) as refused:
        import_report(ledger, file, draughts())
    assert [
        problem.field for problem in refused.value.problems if problem.severity == "refused"
    ] == ["points"]
