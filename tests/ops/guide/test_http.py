"""The page about HTTP: the table has every address, the requests have addresses."""

import re
import shlex
from urllib.parse import parse_qsl, urlsplit

from ops.doors.declare import PARAMETER
from ops.doors.reading import read
from ops.http.addresses import all_addresses
from tests.support.address_table import PAGE, with_table


def test_the_table_has_every_address():
    """Write it anew: `python -m tests.support.address_table`."""
    page = PAGE.read_text()
    assert page == with_table(page)


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
