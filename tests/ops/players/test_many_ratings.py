"""Many ratings at once: the answers of single questions, a refusal for a single row, one pass over
each list.
"""

from datetime import date

import pytest
from sqlalchemy import event

from ledger.errors import LimitExceeded
from ledger.register import identities
from ops.answers.clocks import pool_known_at
from ops.answers.player_ratings import player_rating
from ops.answers.rating_lists import chosen
from ops.house import House, TrackName, open_house
from ops.players.many_ratings import (
    QuestionsRefused,
    questions_in,
    ratings_query,
)
from ops.players.ratings import MOST, RatingAsked
from tests.support.command import run
from tests.support.correcting_desk import at_a_desk

POOLS = ("fide-standard", "rubele-italiana", "rubele-internazionale")
DAYS = (None, date(2025, 12, 1), date(2026, 1, 31))


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        opened.catch_up()
        yield opened


def test_each_is_what_a_single_question_answers(house):
    last = identities.last(house.read).player
    asked = [
        RatingAsked(pool, identities.show(player), day)
        for pool in POOLS
        for player in range(1, last + 1, 7)
        for day in DAYS
    ]
    answered = [row for row in ratings_query(house, asked).rows if row.refused is None]
    assert len(answered) > len(asked) // 2
    for row, question in zip(ratings_query(house, asked).rows, asked, strict=True):
        assert (row.pool, row.asked) == (question.pool, question.player)
        if row.refused:
            continue
        pool, on = chosen(pool_known_at(house, question.pool, None), None, question.as_of)
        (alone,) = player_rating(pool, identities.parse(question.player), on, question.as_of).rows
        for name in alone.__struct_fields__:
            assert getattr(row, name) == getattr(alone, name), name


def test_both_tracks_are_answered_at_once(tmp_path):
    """Game 0 of 1 and 2 was corrected after the list: only the revised track has the correction."""
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        desk.close()
        desk.result(f"#{desk.report}#0", "0", "1")
        desk.official.catch_up()
        house = House(desk.ledger, desk.official)
        tracks: tuple[TrackName, ...] = ("official", "revised", "official")
        asked = [RatingAsked(desk.book, identities.show(1), track=track) for track in tracks]
        rows = ratings_query(house, asked).rows
        assert [row.track for row in rows] == [*tracks]
        singles = []
        for track in tracks:
            pool = pool_known_at(house, desk.book, None, track)
            singles.append(player_rating(pool, 1, chosen(pool, None, None)[1]).rows[0].rating)
        assert [row.rating for row in rows] == singles
        assert singles[0] != singles[1]


def test_a_question_without_answer_has_its_reason_alone(house):
    rows = ratings_query(
        house,
        [
            RatingAsked("fide-standard", "fide:99000463"),
            RatingAsked("fide-standard", "fide:1"),
            RatingAsked("fide-standard", "572"),
            RatingAsked("chess", "fide:99000463"),
            RatingAsked("fide-standard", "fide:99000463", date(1990, 1, 1)),
            RatingAsked("fide-standard", "fide:99000463", None, "#999999"),
            RatingAsked("fide-standard", "fide:99000463", None, "#14"),
        ],
    ).rows
    codes = [row.refused for row in rows]
    assert codes == [
        *(None, "unknown-player", "bad-player-id", "unknown-pool", "not-covered"),
        *("number-out-of-range", None),
    ]
    assert all(row.message for row in rows if row.refused)
    assert rows[0].rating
    assert rows[0].printing == 1
    assert rows[6].known_to == 14


def statements(house, asked):
    """Count the statements of a query."""
    counted = []
    engines = (house.ledger.engine, house.official.store.engine)

    def count(*_):
        counted.append(1)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", count)
    try:
        ratings_query(house, asked)
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", count)
    return len(counted)


def test_more_players_of_a_list_need_no_more_statements(house):
    """The question needs the lists of the last rating changes, and such lists are few."""
    players = [identities.show(n) for n in range(1, identities.last(house.read).player + 1)]
    asked = [RatingAsked("fide-standard", player, date(2026, 1, 31)) for player in players]
    assert len(asked) > 60
    lists = len(house.pool("fide-standard").lists())
    assert statements(house, asked) <= 2 * lists + 7 < len(asked) / 2


def test_no_more_than_the_limit(house):
    with pytest.raises(LimitExceeded, match="1,001"):
        ratings_query(house, [RatingAsked("fide-standard", "fide:1")] * (MOST + 1))


def test_a_file_of_questions(sample, tmp_path):
    file = tmp_path / "questions.csv"
    file.write_text("pool,player,as_of\nfide-standard,fide:99000463,\nfide-standard,fide:1,\n")
    ran = run("player", "ratings", file, "--ledger", sample, "--format", "json")
    first, second = ran.document["rows"]
    assert first["rating"] > 2000
    assert second["refused"] == "unknown-player"


def test_a_file_with_problems_is_refused_with_all_of_them():
    with pytest.raises(QuestionsRefused) as refused:
        questions_in(b"pool,player,as_of\na,1-1,yesterday\nb,2-2,2026-13-01\n")
    assert [problem.line for problem in refused.value.problems] == [2, 3]
    with pytest.raises(QuestionsRefused, match="player"):
        questions_in(b"pool,name\na,b\n")
