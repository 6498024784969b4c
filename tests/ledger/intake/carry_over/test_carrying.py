"""A carry-over becomes events of at most 10 000 rows: once, whole, before the first closing."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from ledger import columns, limits
from ledger.events.pool import RatingsCarriedOver
from ledger.events.register import PlayersMerged
from ledger.intake.carry_over import carrying
from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.carry_over.carrying import (
    CarriedOverAlready,
    CarryOverRefused,
    HistoriesBegun,
    carry_over,
)
from ledger.intake.import_report.importing import import_report
from ledger.register import identities
from ledger.store import integrity
from ledger.store.requests import new_salt
from tests.support.counts import FULL
from tests.support.pool_ledgers import (
    CHESS,
    DRAUGHTS,
    chess,
    close_a_list,
    numbers,
    opened,
    opens,
    payload,
    types,
    words,
)
from tests.support.received_reports import record
from tests.support.report_files import Tournament, players, round_robin

NAMES = ["Verdi, Carla", "Rossi, Anna", "Bianchi, Bruno"]
NEW = CarryOptions(date(2026, 1, 1), "FIDE list of January 2026", register_new=True)
HEADER = (
    "number,name,federation,sex,birth_year,rating,k,games,peak,last_counted,"
    "pool_ended,pool_games,pool_rating_sum,pool_points"
)
THREE = f"""{HEADER}
103,"Verdi, Carla",ITA,w,1990,1850,20,312,1999,2025-12,,,,
101,"Rossi, Anna",,,,2410,,,,,,,,
102,"Bianchi, Bruno",FRA,m,2001,,,,,,2025-11,3,5400,1.5
102,"Bianchi, Bruno",FRA,m,2001,,,,,,2025-10,2,3600,0
""".encode()


def table(count, start=1):
    """A file of rated players, numbered from `start`."""
    rows = (
        f'{number},"Player {number}",{1400 + number % 600}'
        for number in range(start, start + count)
    )
    return "\n".join(["number,name,rating", *rows]).encode()


def carried(ledger, position):
    """Give the rated players of an event as rows."""
    said = payload(ledger, position)
    widths = {"player": 8, "rating": 4, "games": 4, "peak": 4, "k": 2, "last_counted": 6}
    return list(
        zip(*(numbers(getattr(said, name), width) for name, width in widths.items()), strict=True)
    )


def refusals(ledger, data, options, pool=CHESS):
    """Carry over a file that must be refused; return the messages, and check that nothing was
    recorded.
    """
    before = ledger.read.head()
    with pytest.raises(CarryOverRefused) as refused:
        carry_over(ledger, pool, data, options)
    assert ledger.read.head() == before
    assert str(refused.value).startswith("carry-over refused, problems: ")
    return [str(problem) for problem in refused.value.problems]


def test_a_carry_over_registers_and_records_in_one_request(ledger):
    receipt = carry_over(ledger, CHESS, THREE, NEW)
    assert types(ledger) == ["players-registered", "ratings-carried-over"]
    assert receipt.new_players == 3
    assert list(identities.names(ledger.read, [1, 2, 3]).values()) == NAMES
    assert (receipt.pool, receipt.players, receipt.newcomer_rows) == (CHESS, 2, 2)
    assert (receipt.file, receipt.replayed) == (sha256(THREE).hexdigest(), False)
    assert [(each.first_position, each.last_position) for each in receipt.receipts] == [(3, 4)]
    assert list(integrity.faults(ledger.engine)) == []


def test_the_rows_stand_by_register_number(ledger):
    """Known players first, in any order of the file; empty columns are left out."""
    known = replace(players(1)[0], fide_id="101"), replace(players(2)[1], fide_id="555")
    import_report(ledger, Tournament(known, [[(1, 2, "1-0")]]).trf16(), chess())
    carry_over(ledger, CHESS, THREE, NEW)
    said = payload(ledger, 7)
    assert (said.pool, said.on, said.source) == (CHESS, date(2026, 1, 1), NEW.source)
    assert carried(ledger, 7) == [
        (1, 2410, 0, 2410, 0, 0),
        (3, 1850, 312, 1999, 20, 202512),
    ]
    assert numbers(said.newcomers.player, columns.PLAYER) == [4, 4]
    assert numbers(said.newcomers.ended, columns.MONTH) == [202510, 202511]
    assert numbers(said.newcomers.games, columns.NUMBER) == [2, 3]
    assert numbers(said.newcomers.rating_sum, 8) == [3600, 5400]
    assert numbers(said.newcomers.half_points, columns.NUMBER) == [0, 3]


def test_new_players_enter_the_register_with_what_the_file_says(ledger):
    carry_over(ledger, CHESS, THREE, NEW)
    registered, subjects = payload(ledger, 3), ledger.read.subjects([1, 2, 3])
    assert registered.birth_year == "199000002001"
    assert (registered.sex, registered.federation) == ("w-m", "ITA---FRA")
    assert opens(registered.commitment, subjects)
    assert words(subjects[1]) == {"name": "Verdi, Carla", "numbers": {"fide": "103"}}


def test_without_newcomers_there_is_no_such_part(ledger):
    carry_over(ledger, CHESS, table(3), NEW)
    assert payload(ledger, 4).newcomers is None


def test_newcomers_alone_are_a_carry_over(ledger):
    alone = b"\n".join([THREE.split(b"\n")[0], *THREE.split(b"\n")[3:]])
    receipt = carry_over(ledger, CHESS, alone, NEW)
    assert (receipt.players, receipt.newcomer_rows) == (0, 2)


def test_draughts_are_carried_over_under_their_own_numbers(ledger):
    options = replace(NEW, number_scheme="fid")
    carry_over(ledger, DRAUGHTS, THREE, options)
    assert ledger.read.players_by_number("fid", ["101"]) == {"101": 2}


def test_all_unknown_players_are_listed_once_each(ledger):
    assert refusals(ledger, THREE, replace(NEW, register_new=False)) == [
        f'line {line}, number: found "{found}", expected a number of fide that the register knows; '
        "register such players (register_new), or correct the number"
        for line, found in (
            (2, "103, Verdi, Carla"),
            (3, "101, Rossi, Anna"),
            (4, "102, Bianchi, Bruno"),
        )
    ]


def test_wrong_rows_players_and_options_are_told_together(ledger):
    data = b"number,name,rating\n1,,x\n2,B,1800\n"
    options = replace(NEW, source="", recorded_by="a b")
    assert [
        refusal.split(": found")[0] for refusal in refusals(ledger, data, options, "nowhere")
    ] == [
        "pool",
        "recorded by",
        "source",
        "line 2, rating",
        "line 2, name",
    ]


def test_a_new_player_needs_a_name(ledger):
    assert refusals(ledger, b"number,name,rating\n1,,1800\n", NEW) == [
        "line 2, name: found nothing, expected a name, Last, First; complete it"
    ]


@pytest.mark.at_fault
def test_two_numbers_of_one_player_are_refused(ledger):
    """Of two players merged to one."""
    four = Tournament(players(4), round_robin(4))
    import_report(ledger, four.trf16(), chess())
    record(ledger, PlayersMerged(kept=1, merged=2, by="body"))
    data = b"number,name,rating\n90000014,A,1800\n90000007,A,1800\n"
    assert refusals(ledger, data, replace(NEW, register_new=False)) == [
        'line 3, number: found "90000007", expected one number a player (90000014 is the same '
        "player); keep one of the two"
    ]


@pytest.mark.parametrize(
    ("source", "refused"), [("", 1), ("x" * 200, 0), ("x" * 201, 1), ("a\nb", 1), ("\udc80", 1)]
)
def test_a_source_is_a_short_text(ledger, source, refused):
    options = replace(NEW, source=source)
    if refused:
        assert refusals(ledger, THREE, options)[0].startswith("source: found ")
    else:
        assert not carry_over(ledger, CHESS, THREE, options).replayed


def test_an_unknown_scheme_is_refused(ledger):
    assert refusals(ledger, THREE, replace(NEW, number_scheme="U.S.")) == [
        'number scheme: found "U.S.", '
        "expected a body by its short name, such as fide, fid, ita; correct it"
    ]


def test_repeating_gives_the_first_receipt(ledger):
    first = carry_over(ledger, CHESS, THREE, NEW)
    again = carry_over(ledger, CHESS, THREE, NEW)
    assert again == replace(first, receipts=(replace(first.receipts[0], replayed=True),))
    assert again.replayed
    assert ledger.read.head().next_position == 5


def test_repeating_after_a_closing_still_gives_the_first_receipt(ledger):
    carry_over(ledger, CHESS, THREE, NEW)
    close_a_list(ledger, CHESS)
    assert carry_over(ledger, CHESS, THREE, NEW).replayed


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (table(3, 500), NEW),
        (THREE, replace(NEW, on=date(2026, 1, 2))),
        (THREE, replace(NEW, source="another")),
        (THREE, replace(NEW, register_new=False)),
        (THREE, replace(NEW, recorded_by="u-17")),
    ],
)
def test_a_pool_begins_with_one_file_under_one_set_of_options(ledger, data, options):
    carry_over(ledger, CHESS, THREE, NEW)
    with pytest.raises(CarriedOverAlready, match="fide-standard holds ratings") as refused:
        carry_over(ledger, CHESS, data, options)
    assert "(#4)" in str(refused.value)


def test_the_same_file_may_begin_another_pool(ledger):
    carry_over(ledger, CHESS, THREE, NEW)
    again = carry_over(ledger, DRAUGHTS, THREE, NEW)
    assert (again.replayed, again.new_players) == (False, 0)


def test_after_a_closing_nothing_is_carried_over(ledger):
    close_a_list(ledger, CHESS)
    with pytest.raises(HistoriesBegun, match=r"has a closed list \(#3\)"):
        carry_over(ledger, CHESS, THREE, NEW)
    assert not carry_over(ledger, DRAUGHTS, THREE, NEW).replayed


def test_a_closing_meanwhile_is_noticed(ledger):
    steps = [lambda: close_a_list(ledger, CHESS)]

    def salts():
        if steps:
            steps.pop()()
        return new_salt()

    with pytest.raises(HistoriesBegun):
        carry_over(ledger, CHESS, THREE, NEW, salts)


def test_players_registered_meanwhile_are_found(ledger):
    others = [replace(player, fide_id=str(100 + player.number)) for player in players(3)]
    report = Tournament(others, round_robin(3)).trf16()
    steps = [lambda: import_report(ledger, report, chess())]

    def salts():
        if steps:
            steps.pop()()
        return new_salt()

    assert carry_over(ledger, CHESS, THREE, NEW, salts).new_players == 0
    assert [row[0] for row in carried(ledger, 6)] == [1, 3]


def test_two_at_once_are_one(ledger):
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: carry_over(ledger, CHESS, THREE, NEW), range(2)))
    assert {each.receipts[0].first_position for each in both} == {3}
    assert types(ledger) == ["players-registered", "ratings-carried-over"]


@pytest.mark.parametrize("more", [-1, 1])
def test_an_event_holds_at_most_ten_thousand_rows(ledger, monkeypatch, more):
    """In a quick run a tenth stands for the limit."""
    assert limits.EVENT_PLAYERS == 10_000
    monkeypatch.setattr(limits, "EVENT_PLAYERS", 10_000 if FULL else 1_000)
    rows = limits.EVENT_PLAYERS + more
    receipt = carry_over(ledger, CHESS, table(rows), NEW)
    assert (receipt.players, receipt.new_players) == (rows, rows)
    events = [event for event in ledger.read.events(3) if event.type == RatingsCarriedOver.TYPE]
    counts = [len(event.decoded().payload.player) // columns.PLAYER for event in events]
    assert counts == ([rows] if rows < limits.EVENT_PLAYERS else [limits.EVENT_PLAYERS, 1])
    assert len(receipt.receipts) == 1


@pytest.fixture
def small_parts(monkeypatch):
    """Two rows an event, four rows a request."""
    monkeypatch.setattr(limits, "EVENT_PLAYERS", 2)
    monkeypatch.setattr(carrying, "PART_BLOCKS", 2)


def test_a_long_file_becomes_several_requests(ledger, small_parts):
    receipt = carry_over(ledger, CHESS, table(9), NEW)
    spans = [(each.first_position, each.last_position) for each in receipt.receipts]
    assert spans == [(3, 6), (7, 10), (11, 12)]
    assert [key[-2:] for key in (each.key for each in receipt.receipts)] == [":1", ":2", ":3"]
    assert [row[0] for at in (4, 6, 8, 10, 12) for row in carried(ledger, at)] == list(range(1, 10))


def test_a_carry_over_that_stopped_is_taken_up(ledger, small_parts):
    """Between two parts the machine goes down, and others register the players of the rest."""
    left = iter(range(4))

    def salts():
        if next(left, None) is None:
            raise KeyboardInterrupt
        return new_salt()

    with pytest.raises(KeyboardInterrupt):
        carry_over(ledger, CHESS, table(9), NEW, salts)
    assert types(ledger) == ["players-registered", "ratings-carried-over"] * 2
    others = [
        replace(player, fide_id=str(12 - 3 * player.number)) for player in players(2)
    ]  # 9 and 6
    import_report(ledger, Tournament(others, round_robin(2)).trf16(), chess())

    receipt = carry_over(ledger, CHESS, table(9), NEW)
    assert [each.replayed for each in receipt.receipts] == [True, False, False]
    assert not receipt.replayed
    assert receipt.players == 9
    known = ledger.read.players_by_number("fide", [str(number) for number in range(1, 10)])
    said = [
        row
        for event in ledger.read.events(3)
        if "carried" in event.type
        for row in carried(ledger, event.position)
    ]
    assert {row[0]: row[1] for row in said} == {
        player: 1400 + int(number) for number, player in known.items()
    }
    assert carry_over(ledger, CHESS, table(9), NEW).replayed


def test_a_newcomers_rows_may_stand_in_two_parts(ledger, small_parts):
    rows = "".join(f"7,A,,2025-{month:02d},1,1500,1\n" for month in range(1, 7))
    data = f"number,name,rating,pool_ended,pool_games,pool_rating_sum,pool_points\n{rows}".encode()
    receipt = carry_over(ledger, CHESS, data, NEW)
    assert (receipt.newcomer_rows, receipt.new_players) == (6, 1)


def test_a_stopped_carry_over_is_not_taken_up_after_a_closing(ledger, small_parts):
    left = iter(range(4))

    def salts():
        if next(left, None) is None:
            raise KeyboardInterrupt
        return new_salt()

    with pytest.raises(KeyboardInterrupt):
        carry_over(ledger, CHESS, table(9), NEW, salts)
    close_a_list(ledger, CHESS)
    with pytest.raises(HistoriesBegun):
        carry_over(ledger, CHESS, table(9), NEW)


def test_a_carry_over_into_postgresql(postgres_database):
    with opened(postgres_database) as made:
        receipt = carry_over(made, CHESS, THREE, NEW)
        assert receipt.new_players == 3
        assert list(identities.names(made.read, [1, 2, 3]).values()) == NAMES
        assert carry_over(made, CHESS, THREE, NEW).replayed
        with pytest.raises(CarriedOverAlready):
            carry_over(made, CHESS, table(3), NEW)
