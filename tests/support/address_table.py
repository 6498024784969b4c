"""The addresses on the page about HTTP: `python -m tests.support.address_table` writes them."""

from typing import Final

from ops.http.addresses import all_addresses
from tests.support.shown_pages import ROOT

PAGE: Final = ROOT / "ops/guide/http.md"
_HEAD: Final = "## Addresses\n\n| address | answer |\n|---|---|\n"


def with_table(page: str) -> str:
    """Return the page with the table that the declarations of the addresses make, at its end."""
    rows = (f"| `{one.method} {one.path}` | {one.summary} |\n" for one in all_addresses())
    return f"{page.partition(_HEAD)[0]}{_HEAD}{''.join(rows)}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text()))
