"""The recipients of notices in the settings: webhooks and mailboxes."""

from dataclasses import dataclass, field
from typing import Final

from ops.settings import Secret, Settings, Webhook
from ops.settings.fields import MailSecurity


class NotDelivered(Exception):
    """A recipient did not take a notice; the message says why."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mail address for notices, with the name used in the outbox."""

    name: str
    to: str


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server."""

    host: str
    sender: str
    port: int
    security: MailSecurity
    user: str = ""
    password: Secret = field(default=Secret(""))


@dataclass(frozen=True, slots=True)
class Recipients:
    """All recipients of notices; without a mail server no mail is sent."""

    webhooks: tuple[Webhook, ...] = ()
    mailboxes: tuple[Mailbox, ...] = ()
    mail_server: MailServer | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all reachable recipients."""
        mailboxes = self.mailboxes if self.mail_server is not None else ()
        return (*(hook.name for hook in self.webhooks), *(box.name for box in mailboxes))


NOBODY: Final = Recipients()


def of_settings(settings: Settings) -> Recipients:
    """Return the recipients of checked settings."""
    pairs = (text.partition("=") for text in settings.mail_recipients)
    mailboxes = tuple(Mailbox(name, address) for name, _, address in pairs)
    return Recipients(settings.webhooks, mailboxes, _mail_server(settings))


def _mail_server(settings: Settings) -> MailServer | None:
    if not settings.mail_server:
        return None
    return MailServer(
        settings.mail_server,
        settings.mail_sender,
        settings.mail_port,
        settings.mail_security,
        settings.mail_user,
        settings.mail_password,
    )
