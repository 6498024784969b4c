"""The commands of the command line, by their words."""

from collections.abc import Iterator

from cyclopts import App, ArgumentCollection

from ops.cli.every import app

Words = tuple[str, ...]


def commands_of(group: App = app, before: Words = ()) -> Iterator[Words]:
    """Yield every command by the words; a group of commands by the members."""
    for name in group:
        if not name.startswith("-"):
            members = list(commands_of(group[name], (*before, name)))
            yield from members or [(*before, name)]


def arguments_of(words: Words) -> ArgumentCollection:
    """Return the arguments and options of a command."""
    command: App = app
    for word in words:
        command = command[word]
    return command.assemble_argument_collection()
