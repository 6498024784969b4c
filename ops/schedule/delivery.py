"""Sending of the notices in the outbox."""

from dataclasses import dataclass
from functools import partial

from ledger.errors import Damaged
from ledger.logs import Logger
from ledger.store.ledger import Ledger
from ops.schedule import mail, outbox, webhooks
from ops.schedule.messages import message
from ops.schedule.outbox import Entry
from ops.schedule.recipients import NotDelivered, Recipients

log = Logger(__name__)


@dataclass(slots=True)
class Delivered:
    """Numbers of notices sent, to be tried again, and given up."""

    sent: int = 0
    failed: int = 0
    given_up: int = 0


def deliver(ledger: Ledger, recipients: Recipients) -> Delivered:
    """Send due notices, at most a page; errors of receivers are logged."""
    done = Delivered()
    for entry in outbox.due(ledger.engine, recipients.names, ledger.clock()):
        claimed = outbox.claim(ledger.engine, entry, ledger.clock())
        if claimed is not None:
            _send(ledger, recipients, claimed, done)
    return done


def _send(ledger: Ledger, recipients: Recipients, entry: Entry, done: Delivered) -> None:
    keys = {"position": entry.position, "recipient": entry.recipient, "attempt": entry.attempts}
    try:
        _post(ledger, recipients, entry)
    except NotDelivered as error:
        if outbox.failed(ledger.engine, entry, ledger.clock()):
            done.given_up += 1
            log.error("notice_given_up", alarm="notice-given-up", cause=str(error), **keys)
        else:
            done.failed += 1
            log.warning("notice_not_delivered", cause=str(error), **keys)
        return
    outbox.sent(ledger.engine, entry, ledger.clock())
    done.sent += 1
    log.info("notice_sent", **keys)


def _post(ledger: Ledger, recipients: Recipients, entry: Entry) -> None:
    recorded = ledger.read.at([entry.position]).get(entry.position)
    if recorded is None:
        raise Damaged(f"the event #{entry.position} of a notice is gone")
    body = message(recorded, ledger.read.head().origin)
    senders = {
        hook.name: partial(webhooks.post, hook, now=ledger.clock()) for hook in recipients.webhooks
    }
    if recipients.mail_server is not None:
        for mailbox in recipients.mailboxes:
            senders[mailbox.name] = partial(mail.post, recipients.mail_server, mailbox)
    senders[entry.recipient](body=body)
