"""The page about HTTP: the table has every address, the requests have addresses."""

import re
import shlex
from urllib.parse import parse_qsl, urlsplit

from ops.doors.declare import PARAMETER
from ops.doors.reading import read
from ops.http.addresses import all_addresses
from tests.support.shown_pages import ROOT

PAGE = ROOT / "ops/guide/http.md"


def table():
    """The rows of the table as the declarations of the addresses say."""
    return [f"| `{one.method} {one.path}` | {one.summary} |" for one in all_addresses()]


def test_the_table_has_every_address():
    rows = PAGE.read_text().partition("## Addresses")[2].strip().splitlines()[2:]
    expected = "\n".join(table())
    assert rows == table(), f"the table of {PAGE} should be:\n{expected}"


def test_each_request_shown_has_an_address():
    commands = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    typed = [line for block in commands for line in block.replace("\\\n", " ").splitlines()]
    assert len(typed) > 4
    for line in typed:
        words = shlex.split(line)
        url = urlsplit(next(word for word in words if word.startswith("http://")))
        method = "POST" if "--data-binary" in words else "GET"
        fits = [one for one in all_addresses() if one.method == method and match(one, url.path)]
        assert fits, line
        values = dict.fromkeys(fits[0].path_parameters, "1")
        read(fits[0].asks, values, parse_qsl(url.query))


def match(address, path):
    pattern = PARAMETER.sub("[^/]+", re.sub(r"\.(?=trf)", r"\\.", address.path))
    return re.fullmatch(pattern, path)
