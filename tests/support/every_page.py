"""Every page of the service: about existing things of the sample, and behind links.

All of it is derived from the table of pages, the addresses and the languages: a new page is there
with its line in `PAGES`.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import urljoin

from ops.doors.declare import PARAMETER
from ops.http.address import Address
from ops.http.addresses import all_addresses
from ops.http.page_addresses import page_addresses
from ops.words import LANGUAGES
from tests.support.access_tables import EXISTS, IN_DRAUGHTS, OF_DRAUGHTS, QUERIES
from tests.support.counts import FULL
from tests.support.private_facts import DRAUGHTS
from tests.support.served import Client

NOWHERE: Final = "/nowhere"
"""A path after the language without a page: a page says so."""

SAMPLE: Final = EXISTS | {"tournament": "T-000006"}
"""Values of parameters about the sample, which has none of the private facts of other tests."""
OF_A_POOL: Final = {"pool", "tournament"}
DRAUGHTS_EXIST: Final = {
    "pool": DRAUGHTS,
    "player": "fid:X02060",
    "period": "2025-07-05",
    "other": "2025-12-05",
    "tournament": "T-000014",
    "article": "VI.2",
}
"""Values of parameters about draughts."""
_BESIDE: Final = QUERIES | {"search-players": "?search=mar"}
"""What is asked beside a path: several are found."""
_HREF: Final = re.compile(r'\b(?:href|action)="([^"]*)"')
_ID: Final = re.compile(r'\bid="([^"]*)"')


class Asked(NamedTuple):
    """A page as asked for."""

    of: str
    """Name of the question."""
    language: str
    path: str

    @property
    def name(self) -> str:
        """Name of the page in the language."""
        return f"{self.of}-{self.language}"


@cache
def every_page() -> tuple[Asked, ...]:
    """Return each page in each language, about existing things of the sample; no feed."""
    return tuple(_asked(filter(is_html, page_addresses())))


def is_html(page: Address) -> bool:
    """Return whether a browser shows a page: a feed is for programs that read feeds."""
    return page.forms[0] == "html"


@cache
def each_page() -> tuple[Address, ...]:
    """Return each page and feed, alternating the languages; with --full in each language."""
    return tuple(
        page
        for number, page in enumerate(page_addresses())
        if FULL or number // len(LANGUAGES) % len(LANGUAGES) == number % len(LANGUAGES)
    )


@cache
def each_answer() -> tuple[Address, ...]:
    """Return the pages of answers; others are texts of templates."""
    return tuple(page for page in each_page() if page.page and page.page.question)


@cache
def looked_at() -> tuple[Asked, ...]:
    """Return the pages for a browser: each in a language, and an unknown page.

    With --full in each language, and those of a pool or tournament also about draughts.
    """
    if not FULL:
        return (*_asked(filter(is_html, each_page())), problems()[-1])
    html = filter(is_html, page_addresses())
    of_pools = (page for page in html if {*page.path_parameters} & OF_A_POOL)
    return (*every_page(), *_asked(of_pools, SAMPLE | DRAUGHTS_EXIST), *problems())


def _asked(pages: Iterable[Address], values: Mapping[str, str] = SAMPLE) -> Iterator[Asked]:
    for page in pages:
        yield Asked(question_of(page), page.language, path_of(page, values))


def question_of(page: Address) -> str:
    """Return the name of the question of a page by the address."""
    return page.page.name if page.page else page.name


def path_of(page: Address, values: Mapping[str, str] = SAMPLE) -> str:
    """Return the path of a page with values of the parameters, and the query."""
    of = question_of(page)
    known = {**values, **(IN_DRAUGHTS if of in OF_DRAUGHTS else {})}
    return PARAMETER.sub(lambda name: known[name[1]], page.path) + _BESIDE.get(of, "")


def problems() -> tuple[Asked, ...]:
    """Return pages not found: no address, nobody of the number."""
    return tuple(
        Asked("problem", language, f"/{language}{path}")
        for language in LANGUAGES
        for path in (NOWHERE, "/players/fide:1")
    )


# -------------------------------------------------------------------------------------- the crawl


@dataclass
class Crawl:
    """The pages found by following links from the front pages."""

    bodies: dict[Asked, str] = field(default_factory=dict)
    """The pages that were read, by what was asked."""
    failed: list[str] = field(default_factory=list)
    """What a link leads to that is not there."""
    links: Counter[str] = field(default_factory=Counter)
    """How many links were followed, by the name of the address."""

    def largest(self) -> Iterator[Asked]:
        """Yield the largest page of each question in each language."""
        by_name: dict[str, Asked] = {}
        for asked, body in self.bodies.items():
            before = by_name.setdefault(asked.name, asked)
            if len(body) > len(self.bodies[before]):
                by_name[asked.name] = asked
        yield from by_name.values()


def crawled(client: Client, most: int, fronts: Iterable[str] = (), papers: int = 1) -> Crawl:
    """Follow the links from some pages, by default from all; at most so many to each address.

    Of each paper, which takes longer to make, at most `papers`.

    A link to an answer for programs, or to a file, must be answered; it is not followed further.
    """
    found = Crawl()
    waiting = deque(fronts or (asked.path for asked in every_page()))
    seen = {*waiting}
    while waiting:
        path = waiting.popleft()
        at = address_at(path)
        paper = ".pdf" if path.partition("?")[0].endswith(".pdf") else ""
        name = f"{at.name}{paper}" if at else ""
        if found.links[name] >= (papers if paper else most):
            continue
        found.links[name] += 1
        response = client.get(path, follow_redirects=False)
        if response.status_code == 303:
            waiting.append(response.headers["Location"])
        elif response.status_code != 200:
            found.failed.append(f"{path}: {response.status_code}")
        elif at and at.page and response.headers["Content-Type"].startswith("text/html"):
            body = response.text
            found.bodies[Asked(question_of(at), at.language, path)] = body
            found.failed += _ends_of_links(path, body)
            new = [link for link in links_of(path, body) if link not in seen]
            seen.update(new)
            waiting.extend(new)
    return found


def links_of(path: str, body: str) -> list[str]:
    """Return the targets of the links and forms of a page in the service, without internal
    parts.
    """
    ends = (urljoin(path, unescape(href)).partition("#")[0] for href in _HREF.findall(body))
    found = dict.fromkeys(end for end in ends if not end.startswith(("/style.", "https://")))
    return [*found]


def _ends_of_links(path: str, body: str) -> Iterator[str]:
    ids = {*map(unescape, _ID.findall(body))}
    for href in map(unescape, _HREF.findall(body)):
        if href.startswith("#") and href[1:] not in ids:
            yield f"{path}: {href}"


@cache
def _routes() -> Mapping[re.Pattern[str], Address]:
    def pattern(path: str) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))

    asked = (address for address in all_addresses() if address.method == "GET")
    return {pattern(address.path): address for address in (*page_addresses(), *asked)}


def address_at(link: str) -> Address | None:
    """Return the address of a link; of several the address with the fewest parameters."""
    path = link.partition("?")[0]
    found = [address for pattern, address in _routes().items() if pattern.fullmatch(path)]
    return min(found, key=lambda address: len(address.path_parameters), default=None)


def ids(pages: Iterable[Asked]) -> list[str]:
    """Return the names of tests of pages."""
    return [asked.name for asked in pages]
