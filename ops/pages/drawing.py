"""A page drawn: an answer by its template, in the language of the present answer.

Values are written here and nowhere in a template: days, numbers and sentences by the language,
everything escaped; a character that nobody sees is written as its code. A value that is not there
is a dash; a name that is not there is a fault.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ledger.sentences import Sentence, Value, tabled
from ledger.visible import escaped_lines
from ops.answers.tournament_games import result_words
from ops.house import House
from ops.pages import articles, charts, tournaments, values, worksheets
from ops.pages.courses import course_of
from ops.pages.declare import MOMENT, SECTIONS, Moment, Page
from ops.pages.links import Links
from ops.pages.words import TEMPLATES
from ops.trails.words import values_of
from ops.words import LANGUAGES, parts, present, said, terms, written
from ops.words.causes import cause_words
from projections.rulebooks import rulebook

STYLE: Final = TEMPLATES.with_name("style.css").read_bytes()
"""The stylesheet of all pages."""


@dataclass(frozen=True, slots=True)
class Federation:
    """Whose pages they are, by the settings."""

    name: str = ""
    accent: str = ""
    """Colour of links and of the official track, as #1b4b82; empty: the usual one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows: where it stands, what was asked, and the answer."""

    page: Page
    path: Mapping[str, str]
    """Parameters of the path."""
    query: Sequence[tuple[str, str]]
    """What was asked beside the path, without empty values."""
    question: Any
    answer: Any
    titles: Mapping[str, str]
    """Short titles of the pools, in the language of the page."""
    today: date
    federation: Federation = Federation()


def shown_on(
    page: Page,
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    question: Any,
    answer: Any,
    house: House,
) -> Shown:
    """Return what a page shows of an answer, with what every page shows of a ledger."""
    titles = {
        one.pool: said(tabled(rulebook(one.rulebook).short_title)) for one in house.pools_opened()
    }
    sent = [(name, value) for name, value in query if value.strip()]
    return Shown(page, path, sent, question, answer, titles, house.today())


def problem_page(problem: Any, place: str, query: Sequence[tuple[str, str]]) -> bytes:
    """Return a page for a request that was not answered; `place` is its path after the language."""
    page = Page("", "problem.html", path=quote(place, safe="/:"))
    return drawn(Shown(page, {}, query, None, problem, {}, date.min))


def drawn(shown: Shown) -> bytes:
    """Return the page as HTML (UTF-8)."""
    moment = Moment(**{name: value for name, value in shown.query if name in MOMENT})
    links = Links(present(), shown.page, shown.path, shown.query, moment)
    template = _templates().get_template(shown.page.template)
    return template.render(
        a=shown.answer,
        q=shown.question,
        lang=present(),
        languages=LANGUAGES,
        page=shown.page,
        links=links,
        to=links.to,
        moment=moment,
        titles=shown.titles,
        until=getattr(shown.question, "as_of", None) or shown.today,
        federation=shown.federation,
    ).encode()


def say(template: str, more: str = "", /, **about: Value) -> Markup:
    """Return a sentence, escaped but for the values that are markup already."""
    return _said(template, more, about) if about else _bare(present(), terms(), template)


@cache
def _bare(_language: str, _terms: str, template: str) -> Markup:
    """Return a sentence without values: the same on every page of a language and its terms."""
    return _said(template, "", {})


def _said(template: str, more: str, about: Mapping[str, Value]) -> Markup:
    found = Markup()
    for text, value, as_text in parts(Sentence(template, more, **about)):
        found += escape(text)
        found += value if isinstance(value, Markup) else escape(escaped_lines(as_text))
    return found


def _value(value: Any) -> Any:
    """Return a value as it is written on a page, before it is escaped."""
    if value is None:
        return values.NOTHING
    if isinstance(value, Markup):
        return value
    return escaped_lines(value if isinstance(value, str) else written(value))


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_value,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "sheets": worksheets,
        "articles": articles,
        "values_of": values_of,
    }
    made.filters |= {"article": values.article, "edition": values.edition}
    made.filters |= {"instant": values.instant}
    made.globals |= {"say": say, "words": values.words, "codes": values.codes}
    made.globals |= {"sections": SECTIONS, "style": style_path()}
    made.globals |= {"charts": charts, "course_of": course_of, "span": values.span}
    made.globals |= {"grid_of": tournaments.grid_of, "reasons": tournaments.reasons}
    made.globals |= {"result": result_words}
    made.filters |= {"list_name": values.list_name, "list_of": values.list_of}
    made.filters |= {"number": values.number, "day": values.day, "points": values.points}
    made.filters |= {"time_control": values.time_control, "system": values.system}
    made.filters |= {"cause": cause_words, "article_number": values.article_number}
    return made


def style_path() -> str:
    """Return the path of the stylesheet, under its digest."""
    return f"/style.{sha256(STYLE).hexdigest()[:16]}.css"


def digest() -> str:
    """Return the digest of templates and stylesheet: of what forms pages of equal answers."""
    files = [path.read_bytes() for path in sorted(TEMPLATES.rglob("*.html"))]
    return sha256(b"\0".join([STYLE, *files])).hexdigest()
