"""The commands of the command line, by their words."""

from collections.abc import Iterator

from cyclopts import App

from ops.cli.every import app

Words = tuple[str, ...]


def commands_of(group: App = app, before: Words = ()) -> Iterator[Words]:
    """Yield every command by the words; a group of commands by the members."""
    for name in group:
        if not name.startswith("-"):
            members = list(commands_of(group[name], (*before, name)))
            yield from members or [(*before, name)]
