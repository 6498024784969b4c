"""Reading of settings: options before the environment before the file before defaults.

Everything wrong is refused together.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from ledger.errors import Refusal
from ops.settings import checks, secret_values
from ops.settings.fields import DEFAULTS, Settings
from ops.settings.problems import SettingsRefused, unknown, unreadable, wrong

FILE: Final = "LEDGER_SETTINGS"
"""Variable with the path of the file."""

OTHERS: Final = re.compile("LEDGER_(SETTINGS|KEY|LANG|TEST_.*)")
"""Variables that are no settings of the service."""

FILE_BYTES: Final = 1 << 20
NAMES: Final = Settings.__struct_fields__
PASSWORD_FILE: Final = "mail_password_file"  # noqa: S105 - the name of a setting
KNOWN: Final = (*NAMES, PASSWORD_FILE)
KINDS: Final[Mapping[str, Any]] = get_type_hints(Settings, include_extras=True)


@dataclass(frozen=True, slots=True)
class Found:
    """Settings, and the source of each given value."""

    settings: Settings
    sources: Mapping[str, str]
    """By setting: the variable, the file or the option."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A value as given, not checked yet."""

    name: str
    value: object
    source: str
    as_text: bool = False
    """Whether numbers and lists are written as text, as in a variable."""
    holder: Path | None = None
    """The file of settings that contains the value."""


def variable(name: str) -> str:
    """Return the variable of a setting."""
    return "LEDGER" if name == "ledger" else f"LEDGER_{name.upper()}"


def read(environment: Mapping[str, str], options: Mapping[str, object] | None = None) -> Found:
    """Read and check all settings. `options` (of the command line) come before the environment.

    Raises SettingsRefused with everything wrong.
    """
    problems: list[Refusal] = []
    values, sources = dict[str, Any](), dict[str, str]()
    for given in _chosen(environment, options or {}, problems):
        try:
            values[_setting(given.name)] = _value(given)
            sources[_setting(given.name)] = given.source
        except SettingsRefused as refused:
            problems += refused.problems
    settings = msgspec.structs.replace(DEFAULTS, **values)
    if not problems:
        problems += (
            wrong(name, sources.get(name, "default"), found, expected)
            for name, found, expected in checks.together(settings)
        )
    if problems:
        raise SettingsRefused(problems)
    return Found(settings, sources)


def _setting(name: str) -> str:
    return "mail_password" if name == PASSWORD_FILE else name


def _chosen(
    environment: Mapping[str, str], options: Mapping[str, object], problems: list[Refusal]
) -> list[_Given]:
    """Return the given value of each setting by precedence; note unknown names."""
    given: dict[str, _Given] = {}
    for value in chain(
        _in_file(environment, problems), _in_variables(environment, problems), _typed(options)
    ):
        given[_setting(value.name)] = value
    return list(given.values())


def _in_file(environment: Mapping[str, str], problems: list[Refusal]) -> Iterator[_Given]:
    if FILE not in environment:
        return
    path = Path(environment[FILE])
    try:
        table = _toml(path)
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problems.append(unreadable(path, cause))
        return
    for name, value in table.items():
        if name in KNOWN:
            yield _Given(name, value, str(path), holder=path)
        else:
            problems.append(unknown(name, str(path), KNOWN))


def _toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises OSError, or ValueError for other text."""
    with path.open("rb") as file:
        data = file.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise ValueError("larger than 1 MiB")
    return tomllib.loads(data.decode("utf-8"))


def _in_variables(environment: Mapping[str, str], problems: list[Refusal]) -> Iterator[_Given]:
    names = {variable(name): name for name in KNOWN}
    for key, value in sorted(environment.items()):
        if key in names:
            yield _Given(names[key], value, key, as_text=True)
        elif key.startswith("LEDGER_") and not OTHERS.fullmatch(key):
            known = [one.removeprefix("LEDGER_").lower() for one in names]
            problem = unknown(key.removeprefix("LEDGER_"), key, known)
            problems.append(_as_variable(problem, key))


def _as_variable(problem: Refusal, key: str) -> Refusal:
    """Name the variable in place of the setting."""
    expected = variable(str(problem.expected)) if problem.expected else ""
    advice = f"did you mean {expected}?" if expected else "see `ledger settings show`"
    message = f"{key}: there is no such setting; {advice}"
    return Refusal.of(problem.code, message, key, expected=expected, remedy=problem.remedy)


def _typed(options: Mapping[str, object]) -> Iterator[_Given]:
    for name, value in options.items():
        yield _Given(name, value, f"--{name.replace('_', '-')}")


def _value(given: _Given) -> object:
    """Return the value of a setting. Raises SettingsRefused."""
    if given.name == PASSWORD_FILE:
        return secret_values.password_in_file(given.value, given.source)
    if given.name == "mail_password":
        return secret_values.password(given.value, given.source, given.holder)
    if given.name == "webhooks":
        return secret_values.webhooks(given.value, given.source, given.holder)
    return _checked(given, _converted(given))


def _converted(given: _Given) -> Any:
    value = given.value
    if given.as_text and isinstance(getattr(DEFAULTS, given.name), tuple):
        value = [part.strip() for part in str(value).split(",") if part.strip()]
    try:
        return msgspec.convert(value, KINDS[given.name], strict=not given.as_text)
    except msgspec.ValidationError:
        expected = expected_of(given.name)
        raise SettingsRefused([wrong(given.name, given.source, value, expected)]) from None


def _checked(given: _Given, value: Any) -> Any:
    one, many = checks.ONE.get(given.name), checks.MANY.get(given.name)
    found = [(value, one(value))] if one else []
    found += [(single, many(single)) for single in value] if many else []
    problems = [
        wrong(given.name, given.source, single, expected) for single, expected in found if expected
    ]
    if problems:
        raise SettingsRefused(problems)
    return value


def expected_of(name: str) -> str:
    """Return the expected value of a setting in words."""
    kind, default = get_args(KINDS[name]), getattr(DEFAULTS, name)
    if choices := get_args(kind[0]) if isinstance(default, str) else ():
        return " or ".join(choices)
    match default:
        case bool():
            return "true or false"
        case int():
            return f"a whole number from {kind[1].ge:,} to {kind[1].le:,}"
        case tuple():
            return "a list of texts"
    return "a text"
