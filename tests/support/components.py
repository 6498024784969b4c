"""The page of components: each macro of the pages in all states, drawn as a page."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple
from unittest.mock import patch

from jinja2 import FileSystemLoader, nodes
from markupsafe import Markup
from msgspec import Meta, Struct, convert
from playwright.sync_api import Page as BrowserPage

from ledger.errors import Refusal
from ledger.events.appeal_kinds import Appellant
from ledger.sentences import Input, Remedy, Sentence, plain
from ops.answers.abouts import RatingInterval
from ops.answers.answer import Instant
from ops.appeals.corrections import AS_FILE, CausedCorrection
from ops.doors.fields import Text, means
from ops.doors.forms import Control, controls
from ops.doors.uploads import Upload
from ops.lists.questions import ShowList
from ops.pages import charts, drawing
from ops.pages.declare import TEMPLATES, Page
from ops.pages.drawing import Shown
from ops.pages.federation import Federation
from ops.words import states
from tests.support.shown_answers import drawn_in

ADDRESS: Final = "/components"
TEMPLATE: Final = Path(__file__).with_suffix(".html")
NOW: Final = Instant(1_773_478_800_000_000)
BOOKS: Final = {"fide-standard": "fide-standard"}
TITLES: Final = {"fide-standard": "FIDE standard"}
SIZES: Final = {"wide": (720, 260), "narrow": (340, 220)}
INTERVALS: Final = range(1400, 2600, 100)
TODAY: Final = date(2026, 3, 14)
ASKED: Final[Mapping[str, str]] = {"pool": "fide-standard", "period": "2026-03"}
MOMENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "today": {},
    "past": {"as_of": "2026-01-01"},
    "known": {"known_at": "2026-01-15"},
    "both": {"as_of": "2026-01-01", "known_at": "2026-01-15"},
}
"""What is asked in the control of the moment."""


LAW: Final[Mapping[str, Any]] = {
    "on": TODAY,
    "edition": "2025-10-01",
    "edition_of_the_list": "2025-10-01",
    "tournaments_that_begin": "2025-10-01",
    "source": "chapter B.02 of the handbook",
    "published": "https://handbook.example/",
    "compared": TODAY,
    "numbers_digest": 64 * "0",
    "editions": [
        {
            "rulebook": "fide-standard",
            "edition": edition,
            "source": "chapter B.02",
            "published": "https://handbook.example/" if edition > "2024" else "",
            "compared": None,
        }
        for edition in ("2022-01-01", "2024-03-01", "2025-10-01")
    ],
}
"""What the macros of rules show."""


VERIFICATIONS: Final = (
    None,
    *({"outcome": how, "ended_at": NOW, "verified_to": 88} for how in ("good", "faults")),
)
"""The last verification: none yet, one without faults, one with some."""


REFUSALS: Final = (
    Refusal.of("not-a-moment", Sentence("{input}: not a day", input=Input("known_at"))),
    Refusal.of("unknown", Sentence("not known: {list} names all", list=Remedy("list-tournaments"))),
)
"""What a form asks can be refused, with a page that settles it."""


class Inputs(Struct, frozen=True, kw_only=True):
    """An input for each kind of control."""

    search: Annotated[Text, means("a text that is needed")]
    reason: Annotated[str, means("a longer text", max_length=4000)] = ""
    games: Annotated[tuple[Annotated[str, Meta(max_length=4000)], ...], means("texts")] = ("a", "b")
    limit: Annotated[int, means("a number")] = 50
    decided_on: Annotated[date | None, means("a day")] = None
    causes: Annotated[bool, means("whether it is so")] = False
    capacity: Annotated[Appellant, means("one of several")] = "player"
    appellant: Annotated[tuple[Appellant, ...], means("any of several")] = ("body",)
    member: Annotated[tuple[Text, ...], means("one on each line")] = ()
    corrections: Annotated[tuple[CausedCorrection, ...], means("a document"), AS_FILE] = ()
    file: Annotated[Upload | None, means("a file")] = None


def every_control() -> tuple[Control, ...]:
    """Return a control of each kind, at the beginning, and then each with a problem."""
    problems = [Refusal.of("wrong", Sentence("{input}: this is needed", input=Input(name)), name)
                for name in Inputs.__struct_fields__]  # fmt: skip
    begun = [one._replace(form="begun") for one in controls(Inputs)]
    held = controls(Inputs, (), {"search": ["x" * 80], "causes": ["true"]}, problems)
    return (*begun, *(one._replace(form="held") for one in held))


class Components(NamedTuple):
    """The values of the page beyond the literals of the template."""

    charts: Mapping[str, tuple[Markup, ...]]
    """The drawings of each chart: for wide screens and narrow ones, or one for all."""
    notes: tuple[str, ...] = tuple(states.TABLES["note on a list"])
    states: tuple[str, ...] = tuple(states.TABLES["state of a tournament"])
    bases: tuple[Sentence, ...] = (plain("T-000006"), plain("the regulation"))
    refusals: tuple[Refusal, ...] = REFUSALS
    verifications: tuple[Mapping[str, Any] | None, ...] = VERIFICATIONS
    controls: tuple[Control, ...] = every_control()
    about: Mapping[str, Any] = LAW
    later: Mapping[str, Any] = {**LAW, "tournaments_that_begin": "2024-03-01"}


def components(language: str, moment: str = "today") -> str:
    """Return the page in a language, at a moment."""
    query = [*MOMENTS[moment].items()]
    question = convert({**ASKED, **MOMENTS[moment]}, ShowList, strict=False)
    page = Page("show-list", TEMPLATE.name, "lists")
    shown = Shown(
        page, ASKED, query, question, Components(_charts()), TITLES, BOOKS, TODAY, Federation()
    )
    with found_beside(TEMPLATE):
        return drawn_in(language, shown)


def sent(body: str) -> Callable[[BrowserPage], object]:
    """Return the headers by which a browser gets the page from the service, at `ADDRESS`."""
    return lambda page: page.route(
        f"**{ADDRESS}", lambda route: route.fulfill(body=body, content_type="text/html")
    )


@contextmanager
def found_beside(template: Path) -> Iterator[None]:
    """Let a template be found beside the templates of the pages."""
    environment = drawing._templates()
    loader = FileSystemLoader([TEMPLATES, template.parent])
    with patch.object(environment, "loader", loader):
        yield


def called() -> set[str]:
    """Return the macros called by the page."""
    parsed = drawing._templates().parse(TEMPLATE.read_text())
    calls = (call.node for call in parsed.find_all(nodes.Call))
    return {
        one.attr
        for one in calls
        if isinstance(one, nodes.Getattr)
        and isinstance(one.node, nodes.Name)
        and one.node.name == "ui"
    }


def _charts() -> Mapping[str, tuple[Markup, ...]]:
    days = [date(2021 + number // 4, 1 + number % 4 * 3, 1) for number in range(20)]
    rises: list[tuple[date, int | None]] = [
        (day, 1900 + 17 * number % 140 + 9 * number) for number, day in enumerate(days)
    ]
    gap: list[tuple[date, int | None]] = [
        (day, None if 7 <= number < 11 else rating) for number, (day, rating) in enumerate(rises)
    ]
    revised: list[tuple[date, int | None]] = [
        (day, rating - 30) for day, rating in rises[12:] if rating is not None
    ]
    players = (1, 0, 4, 9, 17, 21, 12, 8, 5, 2, 0, 1)
    bars = [RatingInterval(lower, lower + 99, players[lower // 100 - 14]) for lower in INTERVALS]
    courses = {
        "Rating over time": charts.Course(rises),
        "A correction, and a revised course": charts.Course(
            rises, revised, corrected=frozenset({days[12]})
        ),
        "Without a rating for a year": charts.Course(gap),
        "One list": charts.Course(rises[-1:]),
    }
    return {
        **{
            title: tuple(_course(title, course, shape, size) for shape, size in SIZES.items())
            for title, course in courses.items()
        },
        "Distribution": (_distribution(bars, None),),
        "Distribution with a player": (_distribution(bars, 1911),),
    }


def _course(title: str, course: Any, shape: str, size: tuple[int, int]) -> Markup:
    return charts.ratings(course, TODAY, title=title, description=title, shape=shape, size=size)


def _distribution(bars: list[RatingInterval], of: int | None) -> Markup:
    title = "Players by rating"
    return charts.distribution(bars, title=title, description=title, size=(300, 180), of=of)
