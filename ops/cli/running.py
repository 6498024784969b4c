"""A command is found, run, and ends with its exit code."""

from collections.abc import Callable, Sequence
from importlib import import_module

from ops.cli import exits, front, interrupts, streams
from ops.cli.exits import Form


def load(words: Sequence[str]) -> None:
    """Import the modules of the command typed, or all where no command is recognised."""
    first = next((word for word in words if not word.startswith("-")), "")
    if first in front.NOUNS:
        modules = front.NOUNS[first][1]
    elif first in front.TOP and first != "completion":
        modules = (front.TOP[first][1],)
    else:
        modules = every()
    for module in modules:
        import_module(f"ops.cli.{module}")
    from ops.cli.declared import add_commands

    if first not in front.TOP or first == "completion":
        add_commands(first if first in front.NOUNS else "")


def every() -> tuple[str, ...]:
    """Return all modules with commands."""
    of_nouns = (module for _, modules in front.NOUNS.values() for module in modules)
    return tuple(dict.fromkeys((*of_nouns, *(module for _, module in front.TOP.values()))))


def run_command(command: Callable[[], object], form: Form = "text") -> int:
    """Run a command and return the exit code; errors become a sentence or a document."""
    from ledger.store.appended import observed

    with observed() as so_far:
        try:
            interrupts.accept()
            result = command()
            streams.flush()
        except SystemExit as ended:  # help, or a command that was not understood
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except BrokenPipeError:  # of what writes to standard output piece by piece
            streams.discard()
            return exits.DONE
        except BaseException as error:  # noqa: BLE001 - each kind has its exit code
            interrupts.over()
            from ops.cli.endings import report

            return report(error, so_far, form)
        finally:
            interrupts.over()
    return result if isinstance(result, int) else exits.DONE
