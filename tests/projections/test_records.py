"""The records of closings, as questions read them: however many blocks a question needs."""

from projections.answers import Pool
from projections.official import proving, sheets
from tests.projections.recording import a_ledger, following, recorded
from tests.projections.worlds import FIDE, federation, games, rated, tournament

WORLD = federation(
    [rated(player, 2000) for player in range(1, 6)],
    [tournament("A", "2025-07-05", "2025-07-10", [*games(1, "2 1 3 ="), *games(4, "5 1")])],
    periods=("2025-08", "2025-09"),
)
EVERYBODY = range(1, 6)


def test_a_question_may_need_more_blocks_than_are_remembered(tmp_path, monkeypatch):
    """Who played for decades: the blocks of one question stand until it is answered."""
    monkeypatch.setattr(sheets, "BLOCK_ROWS", 2)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, WORLD, FIDE)
        with following(ledger) as official:
            official.catch_up()
            asked = Pool(official, FIDE).states(EVERYBODY, 1)
            assert len(asked) == len(EVERYBODY)
            monkeypatch.setattr(proving, "_REMEMBERED", 1)
            assert Pool(official, FIDE).states(EVERYBODY, 1) == asked
