"""Sending a notice by mail, where the settings name a mail server."""

import json
import smtplib
import ssl
from email.message import EmailMessage
from typing import Final

from ops.schedule.recipients import Mailbox, MailServer, NotDelivered

TIMEOUT_SECONDS: Final = 10.0


def post(server: MailServer, mailbox: Mailbox, body: bytes) -> None:
    """Mail a message. Raises NotDelivered."""
    try:
        with _connected(server) as connection:
            connection.send_message(_letter(server, mailbox, body))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotDelivered(f"mail server {server.host}: {error}") from error


def _connected(server: MailServer) -> smtplib.SMTP:
    verifying = ssl.create_default_context()
    if server.security == "tls":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=TIMEOUT_SECONDS, context=verifying
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
        connection.starttls(context=verifying)
    if server.user:
        connection.login(server.user, server.password.reveal())
    return connection


def _letter(server: MailServer, mailbox: Mailbox, body: bytes) -> EmailMessage:
    content = json.loads(body)
    letter = EmailMessage()
    letter["From"], letter["To"] = server.sender, mailbox.to
    letter["Subject"] = (
        f"{content['pool']} {content['period']}: {content['notice'].replace('-', ' ')}"
    )
    letter["Message-ID"] = f"<{content['id']}@{content['origin']}>"
    letter.set_content("\n".join(f"{name}: {value}" for name, value in content.items()))
    return letter
