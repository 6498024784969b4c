"""Checks of the values of settings, beyond the type.

Each check returns what was expected, or None where the value is right.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_address, ip_network
from math import floor
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ledger.errors import NotALedger
from ledger.sentences import Sentence
from ledger.store import addresses
from ops.settings import colours
from ops.settings.fields import Settings

Expected = str | Sentence | None
"""What was expected; None: the value is right."""

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""Rights of the group and of others."""


def ip(text: str) -> str | None:
    """Check an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return "an IP address, e.g. 127.0.0.1"
    return None


def network(text: str) -> str | None:
    """Check an IP address or network. The network of all addresses is refused."""
    expected = "an IP address or a network, e.g. 10.0.0.7 or 10.0.0.0/24"
    try:
        found = ip_network(text)
    except ValueError:
        return expected
    return None if found.prefixlen else f"{expected}; not every address"


def origin(text: str) -> str | None:
    """Check the origin of a page: scheme, host and port alone."""
    try:
        parts = urlsplit(text)
        whole = f"{parts.scheme}://{parts.netloc}" == text and parts.port != 0
    except ValueError:
        whole = False
    if whole and parts.hostname and parts.scheme in ("http", "https") and "@" not in text:
        return None
    return "an origin, e.g. https://ratings.example.org (no path, no *)"


def https(text: str) -> str | None:
    """Check the address of a webhook."""
    try:
        parts = urlsplit(text)
        right = parts.scheme == "https" and parts.hostname and parts.port != 0
    except ValueError:
        right = False
    plain = right and "@" not in parts.netloc and not parts.fragment and " " not in text
    return None if plain else "an https address without user and password"


def mailbox(text: str) -> str | None:
    """Check a mail address, in the simplest form."""
    user, _, domain = text.rpartition("@")
    plain = user and domain and text.isascii() and text.isprintable()
    return None if plain and not set(text) & set(' ,;<>"') else "a mail address"


def word(text: object) -> bool:
    """Whether a text is a name of letters, digits and hyphens."""
    return isinstance(text, str) and text.isascii() and text.replace("-", "").isalnum()


def recipient(text: str) -> str | None:
    """Check a recipient of mail: a name and an address."""
    name, _, address = text.partition("=")
    right = word(name) and mailbox(address) is None
    return None if right else "a name and a mail address, e.g. office=office@example.org"


def ledger(text: str) -> str | None:
    """Check the form of a ledger's address."""
    try:
        known = text and addresses.parse(text).get_backend_name() in ("sqlite", "postgresql")
    except NotALedger:
        known = False
    return None if known else "a path, or postgresql://USER@HOST/DATABASE"


def folder(text: str) -> str | None:
    """Check an existing folder in which files can be written."""
    path = Path(text)
    if not text or (path.is_dir() and os.access(path, os.W_OK | os.X_OK)):
        return None
    return "an existing folder that this user may write to"


def readable(path: Path) -> bool:
    """Whether a path is a readable file."""
    return path.is_file() and os.access(path, os.R_OK)


def private(path: Path) -> str | None:
    """Check an existing file without rights for group and others."""
    if not readable(path):
        return "a file that this user may read"
    shared = path.stat().st_mode & OTHERS
    return "a file that only its owner may read (chmod 600)" if shared else None


MARK_BYTES: Final = 256 << 10
"""Largest mark of a federation."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SVG: Final = re.compile(
    rb"\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]", re.DOTALL
)


def mark_type(data: bytes) -> tuple[str, str] | None:
    """Return the form and the media type of a mark; None: neither SVG nor PNG."""
    if data.startswith(_PNG):
        return "png", "image/png"
    return ("svg", "image/svg+xml") if _SVG.match(data.removeprefix(b"\xef\xbb\xbf")) else None


def mark(text: str) -> Expected:
    """Check the file of a mark."""
    if not text:
        return None
    path, most = Path(text), MARK_BYTES >> 10
    right = readable(path) and path.stat().st_size <= MARK_BYTES and mark_type(path.read_bytes())
    if right:
        return None
    return Sentence("an SVG or PNG file of at most {most} KiB that this user may read", most=most)


def accent(text: str, scheme: colours.Scheme) -> Expected:
    """Check the accent of light or dark pages."""
    example = colours.usual(scheme).accent
    if not text:
        return None
    if not colours.is_colour(text):
        return Sentence("a colour as {example}", example=example)
    found = colours.readable(text, scheme)
    if found >= colours.LEAST:
        return None
    if scheme == "light":
        says = Sentence(
            "a darker colour, as {example}: its contrast with the light pages is {found}, and "
            "{least} is the least that everybody can read"
        )
    else:
        says = Sentence(
            "a lighter colour, as {example}: its contrast with the dark pages is {found}, and "
            "{least} is the least that everybody can read"
        )
    shown = f"{floor(found * 100) / 100:.2f}"
    return says.about(example=example, found=shown, least=str(colours.LEAST))


def one_line(text: str) -> Expected:
    """Check a text that stands in one line."""
    return None if text.isprintable() else Sentence("a text without line breaks")


ONE: Final[Mapping[str, Callable[[Any], Expected]]] = {
    "ledger": ledger,
    "host": ip,
    "backup_folder": folder,
    "federation_name": one_line,
    "federation_mark": mark,
    "accent_light": lambda text: accent(text, "light"),
    "accent_dark": lambda text: accent(text, "dark"),
    "mail_sender": lambda text: mailbox(text) if text else None,
}
"""Checks of a single value, by setting."""

MANY: Final[Mapping[str, Callable[[Any], str | None]]] = {
    "trusted_proxies": network,
    "cors_origins": origin,
    "mail_recipients": recipient,
}
"""Checks of each value of a list, by setting."""


def together(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Yield contradictions between settings: setting, value found, value expected."""
    if settings.backup_folder and settings.on_postgresql:
        expected = "no folder with PostgreSQL: pg_dump backs it up (ops/guide/operator.md)"
        yield "backup_folder", settings.backup_folder, expected
    if settings.mail_server:
        for name in ("mail_sender", "mail_recipients"):
            if not getattr(settings, name):
                yield name, "nothing", "a value, because mail_server is set"
    elif settings.mail_recipients:
        yield "mail_server", "nothing", "a mail server, because mail_recipients is set"
    names = [hook.name for hook in settings.webhooks]
    names += [text.partition("=")[0] for text in settings.mail_recipients]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "webhooks", name, "another name for each recipient of notices"
    if settings.mail_user and not settings.mail_password:
        yield "mail_password", "nothing", "a password, because mail_user is set"
