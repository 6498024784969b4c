"""The pages as addresses: the addresses of their questions, in each language, answered as HTML."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from ops.http.address import Address
from ops.pages.declare import MOMENT, PAGES, Page
from ops.pages.links import addresses, path_of, taken
from ops.words import LANGUAGES


def page_addresses() -> Iterator[Address]:
    """Yield the address of each page in each language."""
    for page in PAGES:
        of = addresses()[page.question]
        for language in LANGUAGES:
            yield replace(
                of,
                path=f"/{language}{path_of(page)}",
                forms=(page.form,),
                files={},
                page=page,
                language=language,
                name=f"{of.name}-{language}",
            )


def as_sent(sent: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what a browser sent; a control that was left empty asks nothing."""
    return [(name, value.strip()) for name, value in sent if value.strip()]


def asked_on(
    page: Page, asks: type[Struct], path: Mapping[str, str], sent: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return what is asked on a page by what was sent, and what is usual where nothing was.

    The moment goes along on every page; a question that does not take it is asked without.
    """
    names = taken(asks, {**dict.fromkeys(MOMENT, ""), **path})
    found = [(name, value) for name, value in sent if name in names or name not in MOMENT]
    given = {name for name, _ in found}
    return [*found, *(one for one in page.usual.items() if one[0] not in given)]


def is_asked(page: Page, sent: Iterable[tuple[str, str]]) -> bool:
    """Return whether what was sent asks for an answer, and not for the form alone."""
    return not page.needs or any(name in page.needs for name, _ in sent)
