"""The recipients of notices, as the settings name them: webhooks and mailboxes."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from ledger.errors import Refused

SECRET_CHARACTERS: Final = 32
"""Least length of a secret."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An https address to which notices are posted, signed with a secret."""

    name: str
    """An id that stays: the outbox knows the recipient by it."""
    url: str
    secret: str
    ca_file: str | None = None
    """File of the authorities that signed its certificate; None: those of the system."""
    private_addresses: bool = False
    """Whether its host may be in a private network, or this machine."""

    def __repr__(self) -> str:
        return f"Webhook(name={self.name!r}, url={self.url!r})"


class Mailbox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address to which notices are mailed."""

    name: str
    to: str


class MailServer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The server that takes mail; without it no mail is sent."""

    host: str
    sender: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"MailServer(host={self.host!r}, port={self.port}, sender={self.sender!r})"


class Recipients(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody who gets notices."""

    webhooks: tuple[Webhook, ...] = ()
    mailboxes: tuple[Mailbox, ...] = ()
    mail_server: MailServer | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all recipients to whom notices can be sent."""
        mailboxes = self.mailboxes if self.mail_server is not None else ()
        return (*(hook.name for hook in self.webhooks), *(box.name for box in mailboxes))


NOBODY: Final = Recipients()


def read(table: Mapping[str, Any]) -> Recipients:
    """Return the recipients of the table `notices` of the settings. Raises Refused."""
    try:
        recipients = msgspec.convert(table, Recipients)
    except msgspec.ValidationError as error:
        raise _wrong(str(error)) from error
    every = [hook.name for hook in recipients.webhooks]
    every += [mailbox.name for mailbox in recipients.mailboxes]
    for name in every:
        if not name or every.count(name) > 1:
            raise _wrong(f"the name {name!r} is empty, or that of two recipients")
    for webhook in recipients.webhooks:
        _check_webhook(webhook)
    return recipients


def of_file(path: Path | None) -> Recipients:
    """Return the recipients of a file of settings (TOML); nobody without a file. Raises Refused."""
    if path is None:
        return NOBODY
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        problem = f"settings {path}: {error}"
        raise Refused(problem, code="bad-setting", field="settings", found=path) from error
    return read(table.get("notices", {}))


def _check_webhook(webhook: Webhook) -> None:
    try:
        parts = urlsplit(webhook.url)
        is_address = parts.scheme == "https" and parts.hostname and (parts.port or 443)
    except ValueError:
        is_address = False
    if not is_address or parts.username or parts.password:
        raise _wrong(f"{webhook.name}: url must be https://HOST/PATH, without a password")
    if len(webhook.secret) < SECRET_CHARACTERS:
        raise _wrong(f"{webhook.name}: a secret has {SECRET_CHARACTERS} characters or more")


def _wrong(problem: str) -> Refused:
    return Refused(f"settings, table notices: {problem}", code="bad-setting", field="notices")
