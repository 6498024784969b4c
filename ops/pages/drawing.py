"""A page drawn: an answer by its template, in the language of the present answer.

Values are written here and nowhere in a template: days, numbers and sentences by the language,
everything escaped; a character that nobody sees is written as its code. A value that is not there
is a dash; a name that is not there is a fault.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ledger.clock import instant_text
from ledger.errors import Refusal
from ledger.register.likeness import SAME
from ledger.sentences import Position, Remedy, Sentence, Value
from ledger.visible import escaped_lines
from ops.answers.cause_words import cause_words
from ops.answers.tournament_games import result_words
from ops.house import House
from ops.pages import articles, calculations, charts, tournaments, values, worksheets
from ops.pages.courses import course_of
from ops.pages.declare import MOMENT, MOST_ON_PAPER, SECTIONS, TEMPLATES, Moment, Page
from ops.pages.federation import Federation
from ops.pages.forms import hint_of
from ops.pages.links import Links
from ops.pages.paper.typesetting import LAYOUT
from ops.trails.words import values_of
from ops.words import LANGUAGES, in_terms_of, parts, present, say_terms_of, states, terms
from ops.words.fields import described, named
from projections.rulebooks import NAMES, rulebook

_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that neither HTML nor XML may have."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a page: its address, the question and the answer."""

    page: Page
    path: Mapping[str, str]
    """Parameters of the path."""
    query: Sequence[tuple[str, str]]
    """What was asked beside the path, without empty values."""
    question: Any
    answer: Any
    """None: nothing was asked yet, or it was refused."""
    titles: Mapping[str, str]
    """Short titles of the pools, in the language of the page."""
    rulebooks: Mapping[str, str]
    """Names of the rulebooks of the pools."""
    today: date
    federation: Federation
    refused: Sequence[Refusal] = ()
    """Why what a form asks was refused."""


def shown_on(
    page: Page,
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    question: Any,
    answer: Any,
    house: House,
    federation: Federation,
) -> Shown:
    """Return what a page shows of an answer, with what every page shows of a ledger."""
    rulebooks = {pool: facts.rulebook for pool, facts in house.official.facts.pools.items()}
    titles = {pool: values.rulebook_title(name) for pool, name in rulebooks.items()}
    return Shown(page, path, query, question, answer, titles, rulebooks, house.today(), federation)


def problem_page(
    problem: Any, place: str, query: Sequence[tuple[str, str]], federation: Federation
) -> bytes:
    """Return a page for a request that was not answered; `place` is its path after the language."""
    page = Page("", "problem.html", path=quote(place, safe="/:"))
    return drawn(Shown(page, {}, query, None, problem, {}, {}, date.min, federation))


def asked_again(
    page: Page,
    problem: Any,
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    federation: Federation,
) -> bytes | None:
    """Return the form of a question with what is wrong; None: nothing that the form asks is."""
    again = page._replace(template="asked.html")
    shown = Shown(again, path, query, None, problem, {}, {}, date.min, federation)
    if any(of.problems for of in _links(shown).controls(problem.refusals).values()):
        return drawn(shown)
    return None


def found_alone(shown: Shown) -> str:
    """Return the address of the player whom a search found alone, or named exactly.

    Empty: the search found nobody, or several players, and the page shows them.
    """
    if not shown.page.alone or not shown.answer or shown.question.page > 1:
        return ""
    rows, about = shown.answer.rows, shown.answer.about
    exact = [row for row in rows if row.likeness == SAME] or rows
    others = about.unknown or (about.next_page and len(exact) == len(rows))
    if len(exact) != 1 or others:
        return ""
    return _links(shown).to(shown.page.alone, player=exact[0].player)


def drawn(shown: Shown) -> bytes:
    """Return the page as HTML (UTF-8)."""
    links = _links(shown)
    template = _templates().get_template(shown.page.template)
    of_rulebook = getattr(shown.question, "rulebook", "")
    if of_rulebook in NAMES:
        say_terms_of(rulebook(of_rulebook).terms)
    text = template.render(
        a=shown.answer,
        q=shown.question,
        lang=present(),
        languages=LANGUAGES,
        page=shown.page,
        links=links,
        to=links.to,
        moment=links.moment,
        refused=shown.refused,
        titles=shown.titles,
        rulebooks=shown.rulebooks,
        until=getattr(shown.question, "as_of", None) or shown.today,
        federation=shown.federation,
    )
    return _UNSEEN.sub("", text).encode()


def _links(shown: Shown) -> Links:
    moment = Moment(**{name: value for name, value in shown.query if name in MOMENT})
    return Links(present(), shown.page, shown.path, shown.query, moment)


def say(template: str, more: str = "", /, by_rulebook: str = "", **about: Value) -> Markup:
    """Return a sentence, escaped but for the values that are markup already.

    `by_rulebook`: in the terms of a rulebook, on a page about several.
    """
    with in_terms_of(rulebook(by_rulebook).terms) if by_rulebook else nullcontext():
        return _said(template, more, about) if about else _bare(present(), terms(), template)


@cache
def _bare(_language: str, _terms: str, template: str) -> Markup:
    """Return a sentence without values: the same on every page of a language and its terms."""
    return _said(template, "", {})


def _said(template: str, more: str, about: Mapping[str, Value]) -> Markup:
    return linked(Sentence(template, more, **about))


def linked(says: Sentence, links: Links | None = None) -> Markup:
    """Return a sentence, escaped; with `links`, pages that settle a matter are linked in it."""
    found = Markup()
    for text, value, as_text in parts(says):
        found += escape(text)
        match value:
            case Markup():
                found += value
            case Sentence() if links:
                found += linked(value, links)
            case Remedy() if links:
                found += _settling(value, as_text, links)
            case _:
                found += escape(escaped_lines(as_text))
    return found


def _settling(remedy: Remedy, as_text: str, links: Links) -> Markup:
    if remedy.words:
        return linked(remedy.words, links)
    at = links.settles(remedy)
    return Markup('<a href="{}">{}</a>').format(at, as_text) if at else escape(as_text)


def _value(value: Any) -> Any:
    """Return a value as it is written on a page, before it is escaped."""
    if type(value) is str and value.isascii() and value.isprintable():  # most are
        return value
    if value is None:
        return values.NOTHING
    if isinstance(value, Markup) or type(value) is int:
        return value
    text = value if isinstance(value, str) else values.for_readers(value)
    if "\r" not in text:
        return escaped_lines(text)
    return "\r\n".join(map(escaped_lines, text.split("\r\n")))  # as a browser sends them


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
    made.globals |= {"say": say, "linked": linked, "words": values.words}
    made.globals |= {"sections": SECTIONS, "most_on_paper": MOST_ON_PAPER}
    made.globals |= {"charts": charts, "course_of": course_of, "span": values.span}
    made.globals |= {"grid_of": tournaments.grid_of, "reasons": tournaments.reasons}
    made.globals |= {"sheets": worksheets, "articles": articles, "values_of": values_of}
    made.globals |= {"result": result_words, "calculations": calculations}
    made.globals |= {"hint_of": hint_of, "named": named, "described": described}
    made.globals |= {"no_category": states.NO_CATEGORY}
    made.filters |= {"list_name": values.list_name, "list_of": values.list_of}
    made.filters |= {"number": values.number, "amount": values.amount}
    made.filters |= {"day": values.day, "points": values.points, "position": Position}
    made.filters |= {"time_control": values.time_control, "system": values.system}
    made.filters |= {"cause": cause_words, "article_number": values.article_number}
    made.filters |= {"article": values.article, "cited": values.cited, "edition": values.day}
    made.filters |= {"minute": values.minute, "rfc3339": instant_text, "urn": values.urn}
    made.filters |= {"rulebook_title": values.rulebook_title}
    return made


def digest() -> str:
    """Return the digest of templates and layout: of what forms pages of equal answers."""
    files = [path.read_bytes() for path in (*sorted(TEMPLATES.rglob("*.*")), LAYOUT)]
    return sha256(b"\0".join(files)).hexdigest()
