"""Addresses of ledgers: a path, or the URL of a PostgreSQL database. No password is ever shown."""

import re
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ledger.errors import NotALedger
from ledger.sentences import Remedy, Sentence

_FORM: Final = "postgresql://USER@HOST/DATABASE"
_ADVICE: Final = Sentence(
    "a ledger is a file (a path) or a PostgreSQL database ({form}); leave a password out "
    "(put it in {variable} or in a service file), or write its special characters as %40 for @, "
    "%2F for /, %3A for :",
    form=_FORM,
    variable="PGPASSWORD",
)

_MISTYPED: Final = re.compile(
    r"(postgres\w*|pgsql|sqlite|mysql|mariadb)\s*(:|//)"  # a URL without ://
    r"|.*\b(password|passfile|dbname|host)\s*="  # words of a connection string
    r"|(//)?[^/\\:@]+:[^@]*@",  # user:password@host
    re.IGNORECASE | re.DOTALL,
)
"""What is meant as a database and is no URL: no file is made under such a name."""

_SECRETS: Final = (
    re.compile(
        r"(\b(?:postgres\w*|pgsql|mysql|mariadb)[\w+]*[:/]+[^\s:/@]*:)\S*(?=@)", re.IGNORECASE
    ),
    re.compile(r"(\b\w*password\w*=)(?:'[^']*'|[^\s&]+)", re.IGNORECASE),
)
_BETWEEN: Final = re.compile(r":.*@", re.DOTALL)


def parse(address: str) -> URL:
    """Return a path or URL as SQLAlchemy's. Raises NotALedger for any other text."""
    if "://" not in address:
        if _MISTYPED.match(address):
            raise _refused(address, Sentence("this is no path, and no URL of a database"))
        return URL.create("sqlite", database=str(Path(address)))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise _refused(address, Sentence("this is not a database address")) from None
    if "@" in f"{url.host}{url.database}" and url.get_backend_name() != "sqlite":
        raise _refused(address, Sentence("a sign of the password ends it too early"))
    return url


def shown(address: str) -> str:
    """Return a printable address without its password, however mistyped."""
    try:
        url = parse(address)
    except NotALedger:
        return _hidden(address)
    written = address if "://" not in address else url.render_as_string()
    return without_passwords(written)


def without_passwords(text: str) -> str:
    """Return a text in which passwords of database addresses are hidden."""
    for secret in _SECRETS:
        text = secret.sub(r"\1***", text)
    return text


def _refused(address: str, why: Sentence) -> NotALedger:
    return NotALedger(
        Sentence("{address}: {why}: {advice}", address=_hidden(address), why=why, advice=_ADVICE),
        code="not-an-address",
        field="ledger",
        expected=_FORM,
        remedy=Remedy("", _ADVICE),
    )


def _hidden(address: str) -> str:
    """Return an unreadable address with every possible password hidden."""
    return without_passwords(_BETWEEN.sub(":***@", address))
