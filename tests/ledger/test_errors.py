"""Refusals repeat the found value, shortened to the length that a person reads."""

import pytest

from ledger.errors import BadEvent, Refusal, Refused
from ledger.limits import MESSAGE_CHARACTERS, SHOWN_CHARACTERS


@pytest.mark.parametrize("length", [SHOWN_CHARACTERS - 1, SHOWN_CHARACTERS, SHOWN_CHARACTERS + 1])
def test_a_long_value_is_cut_wherever_a_refusal_repeats_it(length):
    """In the field, and inside the message, with the remedy kept at the end."""
    value = "è" * length
    refused = Refused(f"{value!r} is no day: write it as 2026-01-31", field=value, found=value)
    (refusal,) = refused.refusals()
    cut = value if length <= SHOWN_CHARACTERS else f"{value[:SHOWN_CHARACTERS]}…"
    assert (refusal.found, refusal.field) == (cut, cut)
    assert str(refused) == str(refusal.message) == f"'{cut}' is no day: write it as 2026-01-31"


def test_a_value_with_escaped_characters_is_cut_too():
    value = "\n" * 10_000
    refusal = Refusal.of("code", f"{value!r} is no day: write another", found=value)
    assert len(refusal.found) == SHOWN_CHARACTERS + 1
    assert len(str(refusal.message)) < 2 * SHOWN_CHARACTERS
    assert str(refusal.message).endswith("is no day: write another")


def test_a_message_has_an_end_whatever_it_repeats():
    for error in (BadEvent("x" * 1_000_000), Refused("x", expected="y" * 1_000_000)):
        (refusal,) = error.refusals()
        assert len(str(refusal.message)) <= MESSAGE_CHARACTERS + 1
        assert len(str(refusal.expected)) <= MESSAGE_CHARACTERS + 1
