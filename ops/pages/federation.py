"""Whose pages they are: the name, the mark and the colours of a federation, by the settings."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from ops.settings import colours
from ops.settings.checks import mark_type
from ops.settings.fields import DEFAULTS, Settings

_LETTERS: Final = 16
"""Letters of a digest in a path."""


class ServedFile(NamedTuple):
    """A file of every page, served under its digest."""

    path: str
    media_type: str
    data: bytes


@dataclass(frozen=True)
class Federation:
    """The federation that publishes the pages; without settings, none."""

    settings: Settings = DEFAULTS

    @property
    def name(self) -> str:
        """The name; empty: none."""
        return self.settings.federation_name

    @cached_property
    def style(self) -> ServedFile:
        """The stylesheet, with the colours of the federation."""
        data = colours.stylesheet(self.settings.accent_light, self.settings.accent_dark)
        return _served("style", "css", "text/css", data)

    @cached_property
    def mark(self) -> ServedFile | None:
        """The mark; None: the usual one is drawn."""
        if not self.settings.federation_mark:
            return None
        data = Path(self.settings.federation_mark).read_bytes()
        found = mark_type(data)
        assert found is not None  # the settings were checked
        return _served("mark", *found, data)

    @cached_property
    def digest(self) -> str:
        """The digest of what it gives to every page."""
        mark = self.mark.path if self.mark else ""
        return _digest("\0".join((self.name, mark, self.style.path)).encode())


def _served(name: str, form: str, media_type: str, data: bytes) -> ServedFile:
    return ServedFile(f"/{name}.{_digest(data)}.{form}", media_type, data)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:_LETTERS]
