"""The answers of the command line about a new printing."""

import shutil

from tests.support.command import done


def test_a_stated_first_day_counts_once_the_printing_is_published(sample, tmp_path):
    address = ("--ledger", str(shutil.copy(sample, tmp_path / "sample.ledger")))
    corrected = ("T-000013", "#48#0", "--white", "0", "--black", "1", "--by", "arbiters", *address)
    done("tournament", "correct", "result", *corrected)
    words = ("fide-standard", "2026-03", "--in-force-from", "2026-03-20", "--reason", "mistyped")
    printed = done("list", "reprint", *words, *address)
    assert "from printing 1; in force from 2026-03-20, once it is published" in printed
    rating = ("player", "rating", "fide-standard", "24-1", "--as-of", "2026-03-21", *address)
    assert "2129" in done(*rating)
    done("list", "publish", "fide-standard", "2026-03", "--on", "2026-03-19", *address)
    assert "2109" in done(*rating)
