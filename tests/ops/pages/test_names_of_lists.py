"""Lists are named on pages as people name lists."""

import re

CODED = re.compile(r"(?:[Ll]ista?|on|after|from|nella|alla) 20[0-9]{2}-[0-9Q]")


def test_sentences_name_lists_by_month_or_day(crawl):
    """Not by their codes, such as 2025-12; a recorded event has the codes."""
    texts = {
        asked.path: re.sub("<[^>]*>", " ", body)
        for asked, body in crawl.bodies.items()
        if asked.of != "show-event"
    }
    assert any("List of December 2025 published" in text for text in texts.values())
    assert {path: CODED.findall(text) for path, text in texts.items() if CODED.search(text)} == {}
