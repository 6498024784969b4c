"""The pages of a federation: the name, the mark, the colours; unreadable values are refused."""

import re
from typing import Any

import pytest

from ops.settings import SettingsRefused, read
from ops.settings.colours import LEAST, STYLE, contrast, readable, stylesheet, usual
from tests.support.served import served

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
SVG = b'<?xml version="1.0"?>\n<!-- a mark --><svg xmlns="http://www.w3.org/2000/svg"></svg>'
HOSTILE = '<script>alert(1)</script> & "Sons"'


@pytest.fixture
def mark(tmp_path):
    path = tmp_path / "mark.svg"
    path.write_bytes(SVG)
    return path


def problem_of(name, value):
    """Return the reason for refusing a value of a setting; empty for a good value."""
    try:
        read({f"LEDGER_{name.upper()}": str(value)})
    except SettingsRefused as refused:
        return str(refused)
    return ""


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#1b4b82", "#1b4b82") == 1


@pytest.mark.parametrize(("colour", "refused"), [("#6c6c6c", False), ("#6d6d6d", True)])
def test_an_accent_is_read_on_everything_that_it_stands_on(colour, refused):
    """Just enough, and just too little: 4.4999."""
    assert (readable(colour, "light") < LEAST) is refused
    assert ("is 4.49, and 4.5 is the least" in problem_of("accent_light", colour)) is refused


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("accent_light", "#ffdd00", "expected a darker colour, as #1b4b82: its contrast with the "
         "light pages is 1.25, and 4.5 is the least"),
        ("accent_dark", "#1b4b82", "expected a lighter colour, as #92bdf2"),
        ("accent_light", "navy", "expected a colour as #1b4b82"),
        ("accent_light", "#1b4b82; } body { display: none", "expected a colour as #1b4b82"),
        ("federation_mark", "/nowhere.svg", "expected an SVG or PNG file"),
        ("federation_name", "two\nlines", "expected a text without line breaks"),
        ("federation_name", "x" * 81, "expected a text"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_before_the_service_starts(name, value, says):
    found = problem_of(name, value)
    assert says in found
    assert f"{name} (LEDGER_{name.upper()})" in found


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"<html><svg></svg></html>", PNG + bytes(256 << 10)]
)
def test_another_file_is_no_mark(tmp_path, data):
    path = tmp_path / "mark"
    path.write_bytes(data)
    assert "expected an SVG or PNG file of at most 256 KiB" in problem_of("federation_mark", path)


@pytest.mark.parametrize("colour", ["#000000", "#7a0019", "#0b5d3b", "#6c6c6c"])
def test_a_text_on_the_accent_is_read_too(colour):
    text = stylesheet(colour, "").decode()
    (on,) = re.findall(rf"--accent: {colour}; --accent-soft: #\w+; --on-accent: (#\w+);", text)
    assert contrast(on, colour) >= LEAST


def test_only_the_accent_of_the_stylesheet_changes():
    text = stylesheet("#7A0019", "#ffb3c0").decode()
    assert "#7a0019" in text
    for made, accent in (("#7a0019", usual("light")), ("#ffb3c0", usual("dark"))):
        (line,) = [one for one in text.splitlines() if f"--accent: {made};" in one]
        text = text.replace(line.strip(), accent.tokens)
    assert text == STYLE
    assert stylesheet("", "") == STYLE.encode()


def test_pages_have_name_mark_and_colours_of_the_federation(sample, mark):
    of: dict[str, Any] = {
        "federation_name": HOSTILE,
        "federation_mark": str(mark),
        "accent_light": "#7a0019",
    }
    with served(sample, **of) as client, served(sample) as plain:
        page = client.get("/it").text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;Sons&#34;</small>" in page
        assert "<script" not in page
        (place,) = re.findall(r'<img src="([^"]*)"', page)
        reply = client.get(place)
        assert (reply.content, reply.headers["Content-Type"]) == (SVG, "image/svg+xml")
        assert reply.headers["Content-Security-Policy"].endswith("; sandbox")
        assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        (style,) = re.findall(r'rel="stylesheet" href="([^"]*)"', page)
        assert "--accent: #7a0019;" in client.get(style).text
        assert style not in plain.get("/it").text
        assert plain.get(style).status_code == 404
        for missing in ("/it/nowhere", "/it/players/999-9"):
            assert place in client.get(missing).text


def test_a_page_of_other_settings_is_no_stored_copy(sample):
    place = "/it/pools/fide-standard/lists/2026-03"
    with served(sample) as plain, served(sample, federation_name="A") as client:
        tag = plain.get(place).headers["ETag"]
        assert plain.get(place, headers={"If-None-Match": tag}).status_code == 304
        assert client.get(place, headers={"If-None-Match": tag}).status_code == 200
        programs = (one.get(f"/v1{place[3:]}").headers["ETag"] for one in (plain, client))
        assert len({*programs}) == 1
