"""Report files damaged at random, and the rules for a reader's answers."""

from collections import Counter

from hypothesis import strategies as st

from ledger.intake.formats.reading import Reading
from ledger.tournaments.report import TournamentReport
from tests.support.report_files import Tournament, player_line, players, round_robin
from tests.support.sample_outcomes import samples
from tests.support.team_files import NEW, OLD, ROUNDS

TEAMS = Tournament(
    players(6),
    ROUNDS,
    extra={
        "310": NEW,
        "013": OLD,
        "082": "3",
        "102": "Anna",
        "112": ["Bruno", "Carla"],
        "162": " W 1.0    D 0.5    L 0.0    P 1.0",
        "222": "40/6000+30:900+30",
        "240": ["F   1    3", "Z   2    2"],
        "299": "+   2.0   2.5     1    1",
        "320": " 1.0  2.0   3   2",
        "330": "+-   2   1   3",
    },
).trf16()

PLAYERS = (
    Tournament(
        players(4),
        [[(1, 2, "1-0"), (3, "H"), (4, "H")], [(1, 3, "1-0"), (2, 4, "½-½")]],
        points="2-1-0",
        extra={
            "042": "26.01.10",
            "052": "26/01/11",
            "132": " " * 87 + "26/01/10  26/01/11",
            "162": " W 2.0    D 1.0    L 0.0",
            "240": ["H   1    3    4"],
            "299": ["+         2.0     1    1", "          0.0     2    4"],
        },
    ).trf16()
    + f"FRA{player_line(number=3, rating=1900, reported_number='L01')[3:]}\r\n".encode()
)

SMALL = [path for path in samples() if path.stat().st_size < 15_000]

FILES = [
    *(path.read_bytes() for path in SMALL),
    Tournament(players(6), round_robin(6), extra={"XXR": "5"}).trf16(),
    TEAMS,
    PLAYERS,
]

FACTS = {"name": "Open", "start": "2026-01-10", "end": "2026-01-12"}


def accidents(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the damage of a file."""
    for _ in range(draw(st.integers(1, 4))):
        data = draw(st.sampled_from([flip, overwrite, lose_line, double_line, swap_lines, cut]))(
            data, draw(st.integers(0, 1 << 20)), draw(st.integers(0, 1 << 20))
        )
    return data


def flip(data: bytes, where: int, what: int) -> bytes:
    return overwrite(data, where, data[where % len(data)] ^ (1 << what % 8)) if data else data


def overwrite(data: bytes, where: int, what: int) -> bytes:
    at = where % (len(data) + 1)
    return data[:at] + bytes([what % 256]) + data[at + 1 :]


def lose_line(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line for i, line in enumerate(lines) if i != where % len(lines))


def double_line(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    at = where % (len(lines) + 1)
    return b"".join([*lines[:at], *lines[at : at + 1], *lines[at:]])


def swap_lines(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    if lines:
        a, b = where % len(lines), what % len(lines)
        lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def cut(data: bytes, where: int, what: int) -> bytes:
    return data[: where % (len(data) + 1)]


def assert_told(reading: Reading) -> None:
    """Check that a report is read exactly without refusals, and every problem is whole."""
    assert (reading.report is None) == bool(reading.refusals)
    for problem in reading.problems:
        assert problem.expected
        assert problem.remedy
        assert problem.line >= 0 <= problem.place.column
        assert "\n" not in str(problem)
        assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in str(problem))


def assert_sound(report: TournamentReport) -> None:
    """Check that each entrant has a game or a bye in every round, and that all indices are of
    entrants.
    """
    entrants, rounds = range(len(report.entrants)), range(1, report.number_of_rounds + 1)
    seen = Counter((bye.round, bye.entrant) for bye in report.byes)
    for game in report.games:
        assert game.white != game.black
        assert {game.white_result, game.black_result} <= set("1=0+-WDL")
        seen.update([(game.round, game.white), (game.round, game.black)])
    assert seen == Counter((number, i) for number in rounds for i in entrants)
    numbers = [entrant.number for entrant in report.entrants]
    assert numbers == sorted(set(numbers))
    assert {game.round for game in report.games} == set(rounds)
    order = [(game.round, min(game.white, game.black)) for game in report.games]
    assert order == sorted(order)
    assert [(bye.round, bye.entrant) for bye in report.byes] == sorted(
        (bye.round, bye.entrant) for bye in report.byes
    )
    assert {bye.code for bye in report.byes} <= set("HFUZ+-" if report.teams else "HFUZ")
    assert len(report.round_dates) == report.number_of_rounds
    assert report.start <= report.end
    assert len(report.scoring) <= 200 >= max(map(len, [report.chief_arbiter, *report.deputies]))
    assert_sound_teams(report)


def assert_sound_teams(report: TournamentReport) -> None:
    """Check that teams have different numbers, and that nobody is in two teams or twice in a
    federation.
    """
    numbers = [team.number for team in report.teams]
    assert numbers == sorted(set(numbers))
    members = [i for team in report.teams for i in team.members]
    assert len(set(members)) == len(members)
    assert set(members) <= set(range(len(report.entrants)))
    for entrant in report.entrants:
        federations = [row.federation for row in entrant.national]
        assert len(set(federations)) == len(federations)
