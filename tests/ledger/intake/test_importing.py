"""A report becomes one request: what is recorded of it, and what a repetition gives."""

from dataclasses import replace
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings

from ledger import columns
from ledger.clock import microseconds
from ledger.events.tournament import Round
from ledger.intake.importing import import_report
from ledger.intake.options import ImportOptions
from ledger.intake.problems import ReportRefused
from ledger.intake.receipts import AlreadyReported
from ledger.intake.report import Bye, Game
from ledger.intake.trf16 import read_trf16
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, NewEvent, Request
from tests.ledger.intake.building import Tournament, players, round_robin
from tests.ledger.intake.pools import (
    CHESS,
    DRAUGHTS,
    NOON,
    chess,
    counted_salts,
    cut,
    numbers,
    opened,
    opens,
    payload,
    types,
    words,
)
from tests.ledger.intake.strategies import tournaments

SAMPLE = (Path(__file__).parents[2] / "samples/trf/swiss_137_players_2018.trf").read_bytes()
FOUR = Tournament(players(4), round_robin(4))
ALL_THREE = ["players-registered", "tournament-registered", "tournament-submitted"]


def never():
    raise AssertionError("nothing is composed")


def test_a_report_is_one_request_of_three_events(ledger):
    receipt = import_report(ledger, SAMPLE, chess())
    assert types(ledger) == ALL_THREE
    assert (receipt.first_position, receipt.last_position, receipt.report_position) == (3, 5, 5)
    assert len({each.recorded_at for each in ledger.read.events(3)}) == 1
    assert receipt.recorded_at == ledger.read.head().recorded_at
    assert (receipt.tournament, receipt.replayed) == ("T-000001", False)
    assert (receipt.entrants, receipt.games, receipt.rounds) == (137, 411, 7)
    assert receipt.new_players[:2] == ((1, "Player001, Bruno"), (2, "Player002, Níccolò"))
    assert [player for player, _ in receipt.new_players] == list(range(1, 138))
    assert [each.field for each in receipt.warnings] == ["registered_on (given by hand)", "text"]
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
    bodies = b"".join(each.body for each in ledger.read.events(3))
    assert b"Player" not in bodies
    assert b"90000001" not in bodies


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
    table = replace(FOUR, players=[replace(each, title="WFM") for each in FOUR.players])
    import_report(ledger, table.trf16(), chess())
    assert words(ledger.read.subjects([1])[1]) == {
        "birth": "1951",
        "name": "Player001, Anna",
        "numbers": {"fide": "90000007"},
        "title": "WFM",
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
    bare = players(2, birth="", sex="", federation="Ital"[:3], title="")
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


@pytest.mark.parametrize(
    ("received", "assumed"),
    [("2026-01-09", "2026-01-09"), ("2026-01-10", "2026-01-10"), ("2026-01-11", "2026-01-10")],
)
def test_a_tournament_is_assumed_registered_by_its_start(ledger, received, assumed):
    """The start is 10 January; a report received before it was registered that day."""
    receipt = import_report(ledger, FOUR.trf16(), chess(facts={"received_on": received}))
    assert str(payload(ledger, 4).registered_on) == assumed
    assert [str(each) for each in receipt.warnings] == [
        "registered_on (given by hand): found nothing, "
        "expected the day on which the tournament was registered; "
        f"{assumed} was assumed; give it: --set registered_on=YYYY-MM-DD"
    ]


def test_tournaments_take_the_next_number(ledger):
    ids = [
        import_report(ledger, replace(FOUR, name=name).trf16(), chess(tournament=given)).tournament
        for name, given in (("A", None), ("B", "torino-2026"), ("C", None), ("D", "T-000411"))
    ]
    assert ids == ["T-000001", "torino-2026", "T-000002", "T-000411"]
    assert import_report(ledger, FOUR.trf16(), chess()).tournament == "T-000412"


def test_after_the_last_number_an_id_is_asked_for(ledger):
    import_report(ledger, FOUR.trf16(), chess(tournament="T-999999"))
    more = replace(FOUR, name="B").trf16()
    with pytest.raises(Exception, match="no number follows 'tournament-T-999999': give"):
        import_report(ledger, more, chess())
    assert import_report(ledger, more, chess(tournament="b")).tournament == "b"


def test_known_players_are_found_and_the_others_numbered_after_the_last(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    strangers = [replace(each, fide_id=f"1000{each.number}") for each in players(3)]
    mixed = [replace(strangers[0], number=1), FOUR.players[2], replace(strangers[2], number=4)]
    table = Tournament(mixed, [[(1, 3, "1-0")], [(4, 3, "1-0")]])
    receipt = import_report(ledger, table.trf16(), chess())
    assert [player for player, _ in receipt.new_players] == [5, 6]
    assert numbers(payload(ledger, 8).entrants.player, columns.PLAYER) == [5, 3, 6]
    assert ledger.read.players_by_number("fide", ["10001", "10003"]) == {"10001": 5, "10003": 6}


def test_who_is_known_is_not_registered_again(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    receipt = import_report(ledger, replace(FOUR, name="B").trf16(), chess(register_new=False))
    assert types(ledger, 6) == ["tournament-registered", "tournament-submitted"]
    assert (receipt.new_players, receipt.entrants) == ((), 4)
    assert opens(payload(ledger, 7).entrants.commitment, ledger.read.reported_names(7))


def test_leading_zeros_are_no_part_of_a_number(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    zeros = [replace(each, fide_id=f"000{each.fide_id}") for each in FOUR.players]
    table = replace(FOUR, players=zeros)
    assert import_report(ledger, table.trf16(), chess(register_new=False)).new_players == ()


def test_a_repeated_import_gives_the_first_receipt_and_composes_nothing(ledger):
    first = import_report(ledger, SAMPLE, chess())
    import_report(ledger, FOUR.trf16(), chess())
    again = import_report(ledger, SAMPLE, chess(), never)
    assert again == replace(first, replayed=True, warnings=())
    assert ledger.read.head().next_position == 9


def test_a_repeated_import_names_those_who_are_not_erased(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM subject WHERE player = 2")
    again = import_report(ledger, FOUR.trf16(), chess())
    assert again.new_players[:2] == ((1, "Player001, Anna"), (2, "(erased)"))


@pytest.mark.parametrize(
    "changes",
    [
        {"register_new": False},
        {"facts": {"place": "Ivrea"}},
        {"pools": (CHESS, DRAUGHTS)},
        {"tournament": "torino"},
        {"recorded_by": "u-17"},
    ],
)
def test_a_file_reported_before_is_refused_under_other_options(ledger, changes):
    import_report(ledger, FOUR.trf16(), chess())
    with pytest.raises(AlreadyReported) as refused:
        import_report(ledger, FOUR.trf16(), chess(**changes), never)
    assert (refused.value.tournament, refused.value.position) == ("T-000001", 5)
    assert str(refused.value) == (
        "this file is already the report of tournament T-000001 (event 5), with other options; "
        "nothing was recorded: to change what was recorded of it, replace the report instead"
    )
    assert ledger.read.head().next_position == 6


def test_a_file_kept_for_another_reason_is_refused(ledger):
    """As after a replacement: the document is there, its request had another key."""
    fact = payload(ledger, 1)
    documents = (Document("report", FOUR.trf16()),)
    ledger.append(Request("other", (NewEvent(replace_pool(fact)),), documents=documents))
    with pytest.raises(AlreadyReported, match="this file is already known"):
        import_report(ledger, FOUR.trf16(), chess())


def replace_pool(fact):
    return type(fact)(pool="third", rulebook=CHESS, zone="Europe/Rome", first_period="2026-03")


def test_who_recorded_it_stands_in_every_event(ledger):
    import_report(ledger, FOUR.trf16(), chess(recorded_by="u-17"))
    assert {each.decoded().recorded_by for each in ledger.read.events(3)} == {"u-17"}


def test_the_same_inputs_and_salts_give_the_same_bytes(tmp_path):
    bodies = []
    for name in ("a", "b"):
        with opened(str(tmp_path / name)) as made:
            import_report(made, SAMPLE, chess(), counted_salts())
            bodies.append([each.body for each in made.read.events(3)])
    assert bodies[0] == bodies[1]


def draughts(**changes):
    return ImportOptions((DRAUGHTS,), number_scheme="fid", register_new=True, **changes)


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
    assert "points" in {each.field for each in ignored.warnings}


def test_of_two_ways_to_count_the_better_fit_tells_the_problems(ledger):
    """One total is wrong under 2-1-0, all under 1-½-0."""
    file = replace(FOUR, points="2-1-0").trf16().replace(b" 3.0    1 ", b" 9.0    1 ")
    with pytest.raises(ReportRefused) as refused:
        import_report(ledger, file, draughts())
    assert [each.field for each in refused.value.problems if each.severity == "refused"] == [
        "points"
    ]


def test_an_import_into_postgresql(postgres_database):
    with opened(postgres_database) as made:
        receipt = import_report(made, SAMPLE, chess())
        again = import_report(made, SAMPLE, chess(), never)
        assert types(made) == ALL_THREE
        assert again == replace(receipt, replayed=True, warnings=())
        assert receipt.new_players[1] == (2, "Player002, Níccolò")
        assert opens(payload(made, 3).commitment, made.read.subjects(list(range(1, 138))))
        assert list(integrity.faults(made.engine)) == []


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory):
    """One ledger for all examples: reports come one after another, some of them again."""
    with opened(str(tmp_path_factory.mktemp("importing") / "ledger.db")) as made:
        yield made


@settings(deadline=None)
@given(tournaments())
def test_any_report_is_decoded_as_it_was_read(long_lived, tournament):
    file, facts = tournament.trf16(), {"points": tournament.points}
    receipt = import_report(long_lived, file, chess(facts=facts))
    assert_same(long_lived, receipt.report_position, read_trf16(file, points=tournament.points))


def test_any_day_of_a_round_is_decoded_as_it_was_read(ledger):
    days = [date(2026, 1, 10), date(2026, 1, 11)]
    file = replace(FOUR, round_dates=days).trf16()
    receipt = import_report(ledger, file, chess())
    assert payload(ledger, receipt.report_position).rounds == (
        Round(games=2, on=days[0]),
        Round(games=2, on=days[1]),
        Round(games=2, on=None),
    )
    assert_same(ledger, receipt.report_position, read_trf16(file))


def assert_same(ledger: Ledger, position, reading):
    """What the event and the words beside it say is what the reader read."""
    report, said = reading.accepted(), payload(ledger, position)
    assert (said.start, said.end, said.time_control) == (
        report.start,
        report.end,
        report.time_control,
    )
    assert tuple(each.on for each in said.rounds) == report.round_dates
    assert games_of(said) == report.games
    assert tuple(Bye(each.round, each.entrant, each.code) for each in said.byes) == report.byes
    assert_same_entrants(ledger, position, said.entrants, report.entrants)


def games_of(said):
    """Decode the games, round by round."""
    sides = zip(
        [number for number, each in enumerate(said.rounds, 1) for _ in range(each.games)],
        numbers(said.games.white, columns.NUMBER),
        numbers(said.games.black, columns.NUMBER),
        said.games.white_result,
        said.games.black_result,
        strict=True,
    )
    return tuple(Game(*each) for each in sides)


def assert_same_entrants(ledger, position, said, entrants):
    assert numbers(said.number, columns.NUMBER) == [each.number for each in entrants]
    assert numbers(said.rating, columns.RATING) == [each.rating for each in entrants]
    assert len(cut(said.commitment, columns.COMMITMENT)) == len(entrants)
    kept = ledger.read.reported_names(position)
    assert opens(said.commitment, kept)
    told = [words(kept[index]) for index in range(len(entrants))]
    assert [(each["name"], each["number"], each["rating"]) for each in told] == [
        (each.name, each.reported_number, each.rating) for each in entrants
    ]
    known = ledger.read.players_by_number("fide", [each["number"] for each in told])
    assert numbers(said.player, columns.PLAYER) == [known[each["number"]] for each in told]


def test_the_clock_of_these_tests_stands():
    assert NOON == microseconds(datetime(2026, 2, 1, 11, tzinfo=UTC))
