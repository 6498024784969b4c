"""Settings of the service: settings show, check."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from ledger.sentences import Remedy, Sentence
from ledger.store import addresses
from ops.cli import output
from ops.cli.app import Answered, Shown, app, option
from ops.settings import Found, Settings, read
from ops.settings.reading import FILE

SettingsFile = Annotated[
    Path | None, option("the TOML file; by default that of the variable LEDGER_SETTINGS")
]


def given(file: Path | None, **options: object) -> Found:
    """Read the settings from environment, file and options. Raises SettingsRefused."""
    environment = {**os.environ, **({FILE: str(file)} if file else {})}
    return read(environment, {key: value for key, value in options.items() if value is not None})


@app["settings"].command
def show(*, settings: SettingsFile = None, format: Shown = "table") -> None:  # noqa: A002 - an option
    """Show every setting with its source: variable, file or default. Secrets are hidden.

    Example: ledger settings show --settings service.toml
    """
    from ops.answers.service_settings import SettingRow, service_settings

    def short(row: SettingRow) -> output.RowOf:
        return {"setting": row.setting, "value": row.value, "source": row.source}

    found = service_settings(given(settings))
    output.answer(found, format, title=Sentence("settings"), words=short)


@app["settings"].command
def check(*, settings: SettingsFile = None, format: Answered = "text") -> None:  # noqa: A002 - an option
    """Check all settings without starting the service; every problem is shown.

    Example: ledger settings check --settings service.toml
    """
    found = given(settings)
    number = len(found.sources)
    about = {"given": sorted(found.sources)}
    line = Sentence("the settings are right: {given} given", given=number)
    output.recorded(format, (), [line], about=about, warnings=[*_missing(found.settings)])


def _missing(settings: Settings) -> Iterator[Sentence]:
    """Yield a warning where the file of the ledger does not exist."""
    if settings.on_postgresql:
        return
    if not Path(str(addresses.parse(settings.ledger).database)).exists():
        yield Sentence(
            "warning: there is no ledger {ledger}: {init} creates one",
            ledger=settings.ledger,
            init=Remedy("init-ledger"),
        )
