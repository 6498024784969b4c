"""A client of the service, written by a generator from the OpenAPI document alone."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tests.support.served import Client

_CONFIGURATION: Final = """\
post_hooks: []
content_type_overrides:
  application/jsonl: application/octet-stream
  application/problem+json: application/json
"""


def generate(document: bytes, folder: Path, package: str) -> None:
    """Write the package of a client into a folder, ready for import."""
    (folder / "openapi.json").write_bytes(document)
    (folder / "configuration.yaml").write_text(_CONFIGURATION)
    words = ("--path", "openapi.json", "--config", "configuration.yaml", "--meta", "none")
    subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", *words,
         "--output-path", package],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


class Generated:
    """The generated functions and types, used with the key of an actor."""

    def __init__(self, package: str, client: Client, key: str) -> None:
        self._package = package
        made = self._module("").AuthenticatedClient(base_url="http://ledger.example", token=key)
        self._client = made.set_httpx_client(client)

    def ask(self, noun: str, operation: str, *path: str, **parameters: Any) -> Any:
        """Call a function of a noun; return the answer as a type of the client."""
        function = self._module(f".api.{noun}.{operation}").sync
        return function(*path, client=self._client, **parameters)

    def model(self, name: str, values: Any) -> Any:
        """Return a body of a type of the client."""
        return getattr(self._module(".models"), name).from_dict(values)

    def form(self, file: bytes, name: str, entrants: str) -> Any:
        """Return the form of a report with a map of entrants."""
        sent = self._module(".types").File
        parts = [
            sent(data, file_name)
            for data, file_name in ((file, name), (entrants.encode(), "map.csv"))
        ]
        return self._module(".models").ImportReportFilesBody(*parts)

    def file(self, data: bytes) -> Any:
        """Return a file as a body."""
        return self._module(".types").File(data)

    def _module(self, name: str) -> Any:
        return import_module(f"{self._package}{name}")
