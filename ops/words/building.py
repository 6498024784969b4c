"""The build step of the Italian catalogue: it.mo, the binary form of it.po."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """The build step: it writes it.mo beside it.po."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build the catalogue, and put it into the package."""
        folder = Path(self.root) / "ops" / "words"
        with (folder / "it.po").open("rb") as source, (folder / "it.mo").open("wb") as built:
            write_mo(built, read_po(source))
        build_data["artifacts"].append("/ops/words/it.mo")
