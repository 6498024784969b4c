"""Settings with secrets: the password of the mail server, and webhooks.

A secret is the value of a variable, or in a file that only its owner can read.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from ledger.errors import Refusal
from ops.settings import checks
from ops.settings.fields import HIDDEN, Secret, Webhook
from ops.settings.problems import SettingsRefused, unknown, wrong, wrong_file

FILE_BYTES: Final = 4_096
"""Largest file with a secret."""

FEWEST_CHARACTERS: Final = 32
"""Of a webhook's secret."""

PARTS: Final = ("name", "url", "secret", "secret_file", "ca_file", "private_addresses")
"""Of a webhook."""


def password(value: object, source: str, holder: Path | None) -> Secret:
    """Return a password; a file of settings around the password (`holder`) must be private."""
    if not isinstance(value, str):
        raise SettingsRefused([wrong("mail_password", source, HIDDEN, "a text")])
    return _private("mail_password", value, source, holder)


def password_in_file(value: object, source: str) -> Secret:
    """Return the password in a file. Raises SettingsRefused."""
    return _in_file("mail_password_file", value, source)


def webhooks(value: object, source: str, holder: Path | None) -> tuple[Webhook, ...]:
    """Return the recipients of notices, from a list of tables or from JSON."""
    tables = _tables(value, source)
    found, problems = [], list[Refusal]()
    for number, table in enumerate(tables, 1):
        try:
            found.append(_webhook(f"webhooks[{number}]", table, source, holder))
        except SettingsRefused as refused:
            problems += refused.problems
    if problems:
        raise SettingsRefused(problems)
    return tuple(found)


def _tables(value: object, source: str) -> list[Mapping[str, object]]:
    try:
        given = msgspec.json.decode(value) if isinstance(value, str) else value
        return msgspec.convert(given, list[dict[str, object]])
    except msgspec.DecodeError:  # also what JSON of another form raises
        expected = "a list of tables, each with name, url and secret_file (in a variable: JSON)"
        raise SettingsRefused([wrong("webhooks", source, HIDDEN, expected)]) from None


def _webhook(place: str, table: Mapping[str, object], source: str, holder: Path | None) -> Webhook:
    problems = [*_wrong_parts(place, table, source)]
    secret = Secret("")
    try:
        secret = _webhook_secret(place, table, source, holder)
    except SettingsRefused as refused:
        problems += refused.problems
    if problems:
        raise SettingsRefused(problems)
    file = table.get("ca_file")
    return Webhook(
        name=str(table["name"]),
        url=str(table["url"]),
        secret=secret,
        ca_file=None if file is None else str(file),
        private_addresses=table.get("private_addresses") is True,
    )


def _wrong_parts(place: str, table: Mapping[str, object], source: str) -> Iterator[Refusal]:
    for key in sorted(table.keys() - set(PARTS)):
        yield unknown(f"{place}.{key}", source, [f"{place}.{part}" for part in PARTS])
    name, url = table.get("name"), table.get("url")
    if not checks.word(name):
        yield wrong(place, source, name, "as name a word of letters, digits and hyphens")
    if not isinstance(url, str) or checks.https(url):
        yield wrong(place, source, url, "as url an https address without user and password")
    if not isinstance(table.get("private_addresses", False), bool):
        yield wrong(place, source, HIDDEN, "true or false as private_addresses")
    file = table.get("ca_file")
    if file is not None and not checks.readable(Path(str(file))):
        expected = "a file that this user may read"
        yield wrong_file(f"{place}.ca_file", source, file, expected)


def _webhook_secret(
    place: str, table: Mapping[str, object], source: str, holder: Path | None
) -> Secret:
    text, file = table.get("secret"), table.get("secret_file")
    if (text is None) == (file is None):
        raise SettingsRefused([wrong(place, source, HIDDEN, "either secret or secret_file")])
    if file is not None:
        secret = _in_file(f"{place}.secret_file", file, source)
    else:
        secret = _private(place, str(text), source, holder)
    if len(secret.reveal()) < FEWEST_CHARACTERS:
        least = f"a secret of {FEWEST_CHARACTERS} characters or more"
        raise SettingsRefused([wrong(place, source, HIDDEN, least)])
    return secret


def _private(name: str, text: str, source: str, holder: Path | None) -> Secret:
    """Return a secret given as a text. Raises SettingsRefused for a file readable by others."""
    if holder is not None and (expected := checks.private(holder)):
        problem = f"{expected}, since it contains a secret"
        raise SettingsRefused([wrong_file(name, source, holder, problem)])
    return Secret(text)


def _in_file(name: str, value: object, source: str) -> Secret:
    path = Path(str(value))
    if expected := checks.private(path):
        raise SettingsRefused([wrong_file(name, source, path, expected)])
    data = path.read_bytes()
    text = data.decode("utf-8", "replace").strip("\r\n")
    if not text or "\ufffd" in text or len(data) > FILE_BYTES:
        expected = f"a file with one secret in UTF-8, at most {FILE_BYTES} bytes"
        raise SettingsRefused([wrong_file(name, source, path, expected)])
    return Secret(text)
