"""The content of pages before drawing: the answer with everything given to the template."""

from unittest.mock import patch

from ops.doors.remedies import as_address
from ops.http import answering
from ops.pages.drawing import Shown, drawn
from ops.words import speaking
from tests.support.served import Client


def shown_of(client: Client, path: str) -> Shown:
    """Return the content of a page."""
    found: list[Shown] = []

    def kept(shown: Shown) -> bytes:
        found.append(shown)
        return drawn(shown)

    with patch.object(answering, "drawn", kept):
        response = client.get(path)
    assert response.status_code == 200, response.text
    return found[0]


def drawn_in(language: str, shown: Shown) -> str:
    """Return a page in a language."""
    with speaking(language, as_address, read=True):
        return drawn(shown).decode()
