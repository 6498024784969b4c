"""The application object, its nouns, and arguments that many commands take."""

from typing import Annotated, Any, Literal

from cyclopts import App, ArgumentCollection, CycloptsError, CycloptsPanel, Group, Parameter

from ops.cli import front
from ops.cli.exits import Form


def option(text: str, **settings: Any) -> Parameter:
    """Describe an option or argument of a command: its help, and settings of cyclopts."""
    return Parameter(help=text, **settings)


def _not_understood(error: CycloptsError) -> object:
    from ledger.store.addresses import without_passwords
    from ops.cli.misread import words_of
    from ops.words import said

    return CycloptsPanel(without_passwords(said(words_of(error))))


def _version() -> str:
    from importlib.metadata import version

    return version("rating-ledger")


def _worth_showing(default: object) -> str | None:
    """Return a default worth showing in help; None for an empty value or an unset flag."""
    return None if default in (None, False, "", ()) else str(default)


class Commands(App):
    """Commands with cached options.

    The slowest part of reading a command is finding its options: 20 ms, and 5 ms once cached.
    `ops/run` reads more than 400 commands in one process.
    """

    def assemble_argument_collection(
        self, *, default_parameter: Parameter | None = None, parse_docstring: bool = False
    ) -> ArgumentCollection:
        """Return the options of a command without values, collected at the first call."""
        if default_parameter is not None:
            return super().assemble_argument_collection(
                default_parameter=default_parameter, parse_docstring=parse_docstring
            )
        cached: dict[bool, ArgumentCollection] = vars(self).setdefault("_cached", {})
        if parse_docstring not in cached:
            cached[parse_docstring] = super().assemble_argument_collection(
                parse_docstring=parse_docstring
            )
        unsaid = cached[parse_docstring].copy(reset_tokens=True)
        anew = dict(zip(map(id, cached[parse_docstring]), unsaid, strict=True))
        for argument in unsaid:
            children = (anew[id(child)] for child in argument.children)
            argument.children = ArgumentCollection(children)  # type: ignore[no-untyped-call]
        return unsaid


app = Commands(
    name="ledger",
    help=" ".join(front.ABOUT),
    version=_version,
    default_parameter=Parameter(negative=(), show_default=_worth_showing),
    usage="Usage: ledger COMMAND [ARGS] [--help]",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    error_formatter=_not_understood,
)

RATINGS, CARE = (Group.create_ordered(name) for name in ("Ratings", "The ledger itself"))

for _name, (_help, _modules) in front.NOUNS.items():
    app.command(Commands(name=_name, help=_help, group=RATINGS))

Format = Literal["table", "csv", "json"]
Shown = Annotated[Format, option("table, csv or json")]

Answered = Annotated[Form, option("text, or json: one document, also for a refusal")]
"""How a command that records is answered."""
