"""The settings of the service as rows: name, value, source and meaning."""

from typing import Any, get_args

import msgspec

from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.settings import Found
from ops.settings.fields import DEFAULTS
from ops.settings.reading import FILE, KINDS, NAMES, variable


class SettingRow(msgspec.Struct, frozen=True):
    """A setting with value (secrets hidden) and source."""

    setting: str
    value: Any
    source: str
    """The variable, the file or the option; `default` if none gives it."""
    variable: str
    default: Any
    meaning: str


class AboutSettings(About, frozen=True):
    """The sources of settings."""

    given: int
    """Settings that have a source."""
    file: str
    """Name of the file of settings."""


def service_settings(found: Found) -> Answer[SettingRow, AboutSettings]:
    """Return every setting of the service."""
    values, defaults = found.settings.shown(), DEFAULTS.shown()
    rows = (
        SettingRow(
            setting=name,
            value=values[name],
            source=found.sources.get(name, "default"),
            variable=variable(name),
            default=defaults[name],
            meaning=meaning(name),
        )
        for name in NAMES
    )
    return Answer(AboutSettings(len(found.sources), FILE), tuple(rows))


def meaning(name: str) -> str:
    """Return the meaning of a setting, with the range of numbers."""
    described = next(part for part in get_args(KINDS[name])[1:] if part.description)
    limits = f" ({described.ge:,} to {described.le:,})" if described.ge is not None else ""
    return f"{described.description}{limits}"
