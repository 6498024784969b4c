"""`ledger list compare` as people type the command: the heading names the difference
of the two lists.
"""

import pytest

from tests.support.command import run

STANDARD = "fide-standard"


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        (("2026-02", "2026-03"), "list 2026-02 to list 2026-03"),
        (
            ("2026-03", "2026-03", "--other-track", "revised"),
            "list 2026-03 (official track) to list 2026-03 (revised track)",
        ),
        (
            ("2026-02", "2026-02", "--known-at", "#46", "--other-known-at", "#50"),
            "list 2026-02 (known to #46) to list 2026-02 (known to #50)",
        ),
    ],
)
def test_the_heading_names_both_lists(sample, words, heading):
    done = run("list", "compare", STANDARD, *words, "--ledger", str(sample))
    assert (done.out + done.err).partition("\n")[0].removesuffix(": nothing") == (
        f"{STANDARD}: {heading}"
    )
