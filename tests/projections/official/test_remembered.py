"""The parts of the official track that stay in memory."""

from projections.official.remembered import Memory, nothing


def test_where_nothing_may_be_remembered_nothing_is():
    nothing().lists.put("a", "A", 1)
    assert nothing().lists.get("a") is None


def test_a_preview_finds_what_is_under_a_digest_and_leaves_nothing():
    """Results under versions or positions are apart: tentative events have these too."""
    memory = Memory()
    for kept in vars(memory).values():
        kept.put("a", "A", 1)
    preview = memory.for_a_preview()
    found = {name: kept.get("a") for name, kept in vars(preview).items()}
    others = dict.fromkeys(("answers", "without_lists"))
    assert found == {"blocks": "A", "lists": "A", **others}
    for kept in vars(preview).values():
        kept.put("b", "B", 1)
    assert [preview.blocks.get("b"), preview.lists.get("b")] == ["B", "B"]
    assert [kept.get("b") for kept in vars(memory).values()] == [None] * 4
