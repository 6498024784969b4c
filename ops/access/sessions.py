"""Who has signed in: a session of a browser, with its actor."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from ops.access.actors import Actor

SAME_SITE: Final = "same-origin"
"""What a browser says of a request that a page of the same service makes."""


class Session(NamedTuple):
    """A session: who acts, and the secret that each form of the session sends back."""

    actor: Actor
    token: str


Sessions = Callable[[Ledger, Mapping[str, str]], Session]
"""Returns the session of a request by its headers. Raises Refused for who has not signed in."""


class ForgedRequest(Refused):
    """A recording that no form of this service asks for."""

    def __init__(self) -> None:
        super().__init__(
            Sentence(
                "this was not sent by a form of this service: open the form again, and send it"
            ),
            code="not-allowed",
        )


def check_same_origin(headers: Mapping[str, str]) -> None:
    """Check that a page of this service sent a form; older browsers name the origin alone.

    Raises ForgedRequest.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin", "")
    own = urlsplit(origin).netloc == headers.get("host") if site is None else site == SAME_SITE
    if not own:
        raise ForgedRequest
