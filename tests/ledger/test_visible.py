"""Invisible characters: the table is complete, none is a label, all are shown escaped."""

import json
import sys
import unicodedata

import pytest

from ledger import canonical, visible
from ledger.errors import BadEvent

TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Bidirectional classes that turn what follows around."""

VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"
"""Signs of Arabic and Syriac script that have a shape, though Unicode counts them as formats."""


def dangerous(character):
    """Return whether Unicode calls a character a control, a direction or a line end."""
    category = unicodedata.category(character)
    return (
        category in {"Cc", "Zl", "Zp", "Cs"}
        or unicodedata.bidirectional(character) in TURNING
        or (category == "Cf" and ord(character) < 0x10000 and character not in VISIBLE_FORMATS)
        or 0xE0000 <= ord(character) <= 0xE007F
    )


SURROGATES = {chr(code) for code in range(0xD800, 0xE000)}
NOT_PRINTABLE = [
    character for character in map(chr, range(sys.maxunicode + 1)) if not character.isprintable()
]
DANGEROUS = [
    character
    for character in NOT_PRINTABLE
    if character < "\U00020000" or character >= "\U000e0000"
]
DANGEROUS = [
    character for character in DANGEROUS if character < "\U000f0000" and dangerous(character)
]


def test_every_character_of_control_and_direction_is_unseen():
    """Of all in Unicode: exactly these, and unassigned neighbours."""
    missing = [character for character in DANGEROUS if not visible.UNSEEN.match(character)]
    assert [hex(ord(character)) for character in missing] == []
    over = {character for character in NOT_PRINTABLE if visible.UNSEEN.match(character)} - {
        *DANGEROUS
    }
    assert {unicodedata.category(character) for character in over} <= {"Cn"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Tal, Mikhail", "Tal, Mikhail"),
        ("Nicolò Müller 王", "Nicolò Müller 王"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("a\u202egnp.exe", "a\\u202egnp.exe"),
        ("one\ntwo\r\tthree", "one\\ntwo\\r\\tthree"),
        ("zero\u200bwidth \x9b \U000e0041", "zero\\u200bwidth \\x9b \\U000e0041"),
        ("caff\udce9.trf", "caff\\udce9.trf"),
    ],
)
def test_a_text_is_escaped_and_stays_readable(text, shown):
    assert visible.escaped(text) == shown
    assert visible.escaped_lines(text) == shown.replace("\\n", "\n")
    assert not visible.UNSEEN.search(visible.escaped(text))


def test_json_says_the_same_without_a_raw_unseen_character():
    every = "".join(character for character in DANGEROUS if character not in SURROGATES) + "\ud800"
    document = json.dumps({"a": "è", "unseen": every}, ensure_ascii=False, indent=1)
    shown = visible.in_json(document)
    assert json.loads(shown) == json.loads(document)
    assert not visible.UNSEEN.search(shown.replace("\n", ""))
    assert visible.in_json('{"a":"\x7f"}') == '{"a":"\\u007f"}'


@pytest.mark.parametrize("unseen", ["\n", "\x1b", "\x7f", "\x9b", "\u202e", "\u200b", "\u2028"])
def test_a_label_in_a_document_is_refused_with_its_place(unseen):
    body = canonical.encode({"payload": {"rows": ["x", {"name": f"è {unseen}"}]}})
    with pytest.raises(BadEvent, match=rf"payload\.rows\.name: .* U\+{ord(unseen):04X}"):
        visible.check_labels(body)


@pytest.mark.parametrize("text", ["plain", "è", "a backslash \\ and \\n, \\u001b", 'a "quote"'])
def test_what_can_be_seen_is_no_fault(text):
    visible.check_labels(canonical.encode({"name": text}))
