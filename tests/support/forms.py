"""Forms as a browser sends them: the content of the controls, and the sessions."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urljoin

import html5lib

from ledger.store.ledger import Ledger
from ops.access.keys import actor_with_key
from ops.access.sessions import Session, Sessions
from tests.support.served import Client

SECRET: Final = "the-secret-of-this-session"  # noqa: S105 - of a test
OF_PAGE: Final = {"Sec-Fetch-Site": "same-origin"}
"""What a browser says of a form of the same service."""

_HTML: Final = "{http://www.w3.org/1999/xhtml}"


def signed_in(key: str) -> Sessions:
    """Return sessions of an actor: the session of a key, with the roles of today."""

    def session(ledger: Ledger, _headers: Mapping[str, str]) -> Session:
        return Session(actor_with_key(ledger, key, ledger.zone()), SECRET)

    return session


def forms_in(page: str) -> list[Any]:
    """Return the forms of a valid page, without the forms of the header and of the moment."""
    tree = html5lib.HTMLParser(strict=True).parse(page)
    return [*tree.find(f".//{_HTML}main").iter(f"{_HTML}form")]


def held(form: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a form sent by a browser: name and value of each control, in order."""
    for control in form.iter():
        kind, name = control.tag.removeprefix(_HTML), control.get("name")
        if name is None or control.get("type") in ("file", "submit"):
            continue
        if kind == "select":
            options = [*control.iter(f"{_HTML}option")]
            chosen = [one for one in options if one.get("selected") is not None] or options[:1]
            yield from ((name, one.get("value")) for one in chosen)
        elif kind == "textarea":
            yield name, _text(control).replace("\n", "\r\n")
        elif kind == "input" and (
            control.get("type") != "checkbox" or control.get("checked") is not None
        ):
            yield name, control.get("value", "")


def _text(area: Any) -> str:
    """Return the text of an area, without the first end of line."""
    text = "".join(area.itertext())
    return text.removeprefix("\n")


def send(
    client: Client,
    page: Any,
    given: Mapping[str, str] = MappingProxyType({}),
    *,
    number: int = -1,
    files: Sequence[Any] = (),
) -> Any:
    """Send a form of a page as a browser does, with other values of some controls, and files."""
    form = forms_in(page.text)[number]
    values: dict[str, list[str]] = {}
    for name, text in held(form):
        values.setdefault(name, []).append(text)
    values |= {name: [text] for name, text in given.items()}
    buttons = [*form.iter(f"{_HTML}button")]
    values |= {one.get("name"): [one.get("value")] for one in buttons if one.get("name")}
    place = urljoin(str(page.url), form.get("action") or "")
    return client.post(
        place, data=values, files=files or None, headers=OF_PAGE, follow_redirects=False
    )
