"""Results in memory within a limit of bytes."""

from ledger.store.remembered import Remembered


def test_the_last_used_stay_within_the_limit():
    """Below, on and above the limit."""
    memory = Remembered[str](10)
    for name in "abc":
        memory.put(name, name.upper(), 3)
    assert memory.get("a") == "A"
    memory.put("d", "D", 1)
    assert (len(memory), memory.size_bytes) == (4, 10)
    memory.put("e", "E", 1)
    assert memory.get("b") is None
    assert (memory.get("a"), memory.get("c"), memory.size_bytes) == ("A", "C", 8)


def test_a_result_put_again_counts_once():
    """With the present size."""
    memory = Remembered[str](10)
    memory.put("a", "A", 9)
    memory.put("a", "B", 4)
    assert (memory.get("a"), memory.size_bytes, len(memory)) == ("B", 4, 1)


def test_a_result_larger_than_the_limit_drops_nothing():
    memory = Remembered[str](10)
    memory.put("a", "A", 10)
    memory.put("b", "B", 11)
    assert (memory.get("a"), memory.get("b")) == ("A", None)
