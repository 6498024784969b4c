"""The bytes of computed lists in memory."""

from projections.official import documents
from projections.official.documents import ListDocuments


def test_older_lists_are_compressed_and_read_alike(monkeypatch):
    monkeypatch.setattr(documents, "_MOST_RECENT_BYTES", 2_500)
    kept, lists = ListDocuments(), {name: name.encode() * 1_000 for name in "abcd"}
    for name, data in lists.items():
        kept.put(name, data)
        kept.put(name, data)
    assert (list(kept._recent), list(kept._older)) == (["c", "d"], ["a", "b"])
    assert {name: kept.get(name) for name in kept.digests()} == lists
    assert kept.get("e") is None
    some = kept.having(["a", "d", "e"])
    assert {name: some.get(name) for name in some.digests()} == {"a": lists["a"], "d": lists["d"]}
