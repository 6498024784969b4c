"""The step of an installation that builds the catalogue: it.po, as it is read."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """The step that writes it.mo beside it.po."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build the catalogue, and put it into the package."""
        folder = Path(self.root) / "ops" / "words"
        with (folder / "it.po").open("rb") as source, (folder / "it.mo").open("wb") as built:
            write_mo(built, read_po(source))
        build_data["artifacts"].append("/ops/words/it.mo")
