"""Remedies, as written by each door."""

import pytest

from ledger.sentences import Remedy, Sentence
from ops.doors.documents import remedy_document
from ops.doors.remedies import as_address, as_command
from ops.words import LANGUAGES, language

OPEN = Remedy("show-tournament", tournament="the open/7 & more")
CHOSEN = Remedy("close-list", pool="uisp", period=None)
BESIDE = Remedy("verify-ledger", ledger="x.ledger")


@pytest.mark.parametrize(
    ("remedy", "typed", "sent"),
    [
        (
            OPEN,
            "`ledger tournament show 'the open/7 & more'`",
            "GET /v1/tournaments/the%20open%2F7%20%26%20more",
        ),
        (CHOSEN, "`ledger list close uisp PERIOD`", "POST /v1/pools/uisp/closings"),
        (BESIDE, "`ledger verify --ledger x.ledger`", "ledger verify"),
    ],
)
def test_a_use_case_is_a_command_or_an_address(remedy, typed, sent):
    """Values are quoted for a shell, and for an address; missing values remain to be chosen."""
    assert (as_command(remedy), as_address(remedy)) == (typed, sent)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_the_same_in_every_language(code):
    says = Sentence("{settle}", settle=CHOSEN)
    assert language(code, as_command).say(says) == as_command(CHOSEN)
    assert language(code, as_address).say(says) == as_address(CHOSEN)


def test_what_only_words_say_has_no_address():
    """As a document too."""
    document = remedy_document(Remedy("", "state the end"))
    assert (document["use_case"], document["method"], document["address"]) == ("", "", "")
    assert document["words"] == "state the end"
