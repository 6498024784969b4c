"""Problems of settings as refusals, with secrets hidden."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from ledger.errors import Refusal, Refused
from ledger.sentences import Remedy, Sentence
from ledger.store import addresses
from ops.settings.fields import HIDDEN

SECRET: Final = ("mail_password", "webhooks", "ledger")
"""Settings whose wrong values are not shown: they are secrets, or may contain one."""

SHOWN_CHARACTERS: Final = 100


class SettingsRefused(Refused):
    """Wrong settings, with every problem."""

    def __init__(self, problems: Iterable[Refusal]) -> None:
        self.problems = tuple(problems)
        lines = (str(problem.message) for problem in self.problems)
        super().__init__("\n".join(("the settings are wrong", *lines)))

    def refusals(self) -> Iterator[Refusal]:
        """Yield every problem."""
        yield from self.problems


def wrong(name: str, source: str, found: object, expected: str | Sentence) -> Refusal:
    """Return the problem of a value."""
    hidden = name.partition("[")[0] in SECRET
    shown = HIDDEN if hidden else str(found)[:SHOWN_CHARACTERS] or "nothing"
    message = f"{name} ({source}): found {shown}, expected {expected}"
    return Refusal.of("setting-wrong", message, name, found=shown, expected=expected)


def wrong_file(name: str, source: str, path: object, expected: str) -> Refusal:
    """Return the problem of a file named by a setting."""
    message = f"{name} ({source}): {path} is not {expected}"
    return Refusal.of("setting-wrong", message, name, found=str(path), expected=expected)


def unknown(name: str, source: str, known: Iterable[str]) -> Refusal:
    """Return the problem of an unknown setting, with the most similar name."""
    nearest = get_close_matches(name.lower(), [*known], n=1, cutoff=0.5)
    advice = f"did you mean {nearest[0]}?" if nearest else "see `ledger settings show`"
    message = f"{name} ({source}): there is no such setting; {advice}"
    expected = nearest[0] if nearest else ""
    remedy = Remedy("show-settings")
    return Refusal.of("setting-unknown", message, name, expected=expected, remedy=remedy)


def unreadable(path: object, cause: str) -> Refusal:
    """Return the problem of the file of settings itself."""
    message = addresses.without_passwords(f"{path}: {cause}")
    expected = "a TOML file of at most 1 MiB"
    return Refusal.of("settings-file-wrong", message, "LEDGER_SETTINGS", expected=expected)
