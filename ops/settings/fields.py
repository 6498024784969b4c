"""The settings of the service: fields with meaning and default.

The meanings are the table of ops/guide/service.md.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from ledger.store import addresses

HIDDEN: Final = "(hidden)"
"""Shown in place of a secret."""

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["json", "text"]
MailSecurity = Literal["starttls", "tls"]


class Secret(msgspec.Struct, frozen=True):
    """A secret text, absent from messages, logs and traces: only `reveal` returns the text."""

    text: str

    def reveal(self) -> str:
        """Return the secret text."""
        return self.text

    def __repr__(self) -> str:
        return HIDDEN

    def __bool__(self) -> bool:
        return bool(self.text)


class Webhook(msgspec.Struct, frozen=True):
    """A recipient of notices: name, address and the secret of signatures."""

    name: str
    url: str
    secret: Secret
    ca_file: str | None = None
    private_addresses: bool = False

    def shown(self) -> str:
        """Return the name and the host: a path may contain a secret."""
        return f"{self.name} (https://{urlsplit(self.url).netloc})"

    def __repr__(self) -> str:
        return self.shown()


class Settings(msgspec.Struct, frozen=True):
    """All settings of the service, read and checked by `ops.settings.read`."""

    ledger: Annotated[str, Meta(description="path of the ledger, or PostgreSQL URL")] = (
        "ratings.ledger"
    )
    host: Annotated[
        str,
        Meta(
            description="IP address to listen on; another than 127.0.0.1 opens the service to "
            "other machines"
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="port; 0: any free port")] = 8_080
    workers: Annotated[
        int, Meta(ge=1, le=64, description="number of processes that answer requests")
    ] = 1
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="IP addresses or networks whose X-Forwarded-For and X-Forwarded-Proto "
            "are believed"
        ),
    ] = ()
    body_limit_bytes: Annotated[
        int, Meta(ge=1_024, le=256 << 20, description="largest body of a request")
    ] = 20 << 20
    request_limit_seconds: Annotated[
        int, Meta(ge=1, le=3_600, description="longest time for one answer")
    ] = 30
    stop_limit_seconds: Annotated[
        int,
        Meta(ge=1, le=3_600, description="longest time for requests in flight at a stop"),
    ] = 30
    key_requests_per_minute: Annotated[
        int, Meta(ge=1, le=1_000_000, description="rate limit of an API key")
    ] = 2_400
    address_requests_per_minute: Annotated[
        int, Meta(ge=1, le=1_000_000, description="rate limit of an IP address without a key")
    ] = 900
    cors_origins: Annotated[
        tuple[str, ...],
        Meta(description="origins whose pages may read answers, as https://ratings.example.org"),
    ] = ()
    federation_name: Annotated[
        str, Meta(max_length=80, description="name of the federation, on every page")
    ] = ""
    federation_mark: Annotated[
        str,
        Meta(description="SVG or PNG file of at most 256 KiB: the mark on every page, near square"),
    ] = ""
    accent_light: Annotated[
        str,
        Meta(
            description="colour of links on light pages, as #1b4b82; its contrast with the paper "
            "must be 4.5 or more"
        ),
    ] = ""
    accent_dark: Annotated[
        str, Meta(description="the same on dark pages, as #92bdf2; a light colour")
    ] = ""
    log_level: Annotated[LogLevel, Meta(description="least important level that is logged")] = (
        "info"
    )
    log_format: Annotated[LogFormat, Meta(description="form of the lines of the log")] = "json"
    verification_interval_hours: Annotated[
        int,
        Meta(ge=0, le=8_784, description="hours between verifications in the background; 0: never"),
    ] = 24
    backup_folder: Annotated[
        str, Meta(description="existing folder for backups of a SQLite ledger; empty: no backups")
    ] = ""
    backup_interval_hours: Annotated[
        int, Meta(ge=1, le=8_784, description="hours between backups")
    ] = 24
    backups_kept: Annotated[
        int, Meta(ge=1, le=10_000, description="number of backups kept; older ones are deleted")
    ] = 14
    schedule_inside: Annotated[
        bool,
        Meta(
            description="whether `ledger serve` closes due lists, sends notices, verifies and "
            "backs up; false where `ledger schedule run` does"
        ),
    ] = True
    webhooks: Annotated[
        tuple[Webhook, ...],
        Meta(
            description="recipients of notices, each with `name`, `url` (https), `secret_file` or "
            "`secret`, and if needed `ca_file` (its authorities) and `private_addresses` (true: "
            "its host may be in a private network); in a variable as JSON"
        ),
    ] = ()
    mail_server: Annotated[
        str, Meta(description="name of the mail server; empty: no mail is sent")
    ] = ""
    mail_port: Annotated[int, Meta(ge=1, le=65_535, description="port of the mail server")] = 587
    mail_security: Annotated[
        MailSecurity, Meta(description="how the connection to the mail server is encrypted")
    ] = "starttls"
    mail_sender: Annotated[str, Meta(description="sender of mail")] = ""
    mail_recipients: Annotated[
        tuple[str, ...],
        Meta(description="recipients of notices by mail, as office=office@example.org"),
    ] = ()
    mail_user: Annotated[str, Meta(description="user of the mail server; empty: no login")] = ""
    mail_password: Annotated[
        Secret,
        Meta(
            description="password of the mail server; or `mail_password_file`, the path of a "
            "file (mode 0600)"
        ),
    ] = Secret("")

    def shown(self) -> dict[str, Any]:
        """Return every setting by name, secrets hidden."""
        values: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        values["ledger"] = addresses.shown(self.ledger)
        values["webhooks"] = tuple(hook.shown() for hook in self.webhooks)
        values["mail_password"] = HIDDEN if self.mail_password else ""
        return values

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.shown().items())})"

    @property
    def on_postgresql(self) -> bool:
        """Whether the ledger is a PostgreSQL database."""
        return addresses.parse(self.ledger).get_backend_name() == "postgresql"

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach the service."""
        return not ip_address(self.host).is_loopback


DEFAULTS: Final = Settings()
