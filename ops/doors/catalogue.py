"""All declarations."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from ops.doors.declare import DECLARED, Declared, DeclaredQuestion
from ops.doors.recordings import DeclaredRecording, Recording

MODULES: Final = (
    "ops.pools.questions",
    "ops.pools.recordings",
    "ops.lists.questions",
    "ops.lists.supposed",
    "ops.players.questions",
    "ops.players.explanation",
    "ops.players.ratings",
    "ops.players.recordings",
    "ops.tournaments.questions",
    "ops.tournaments.tables",
    "ops.tournaments.recordings",
    "ops.tournaments.corrections",
    "ops.trails.questions",
    "ops.rules.questions",
    "ops.rules.calculator",
    "ops.external_lists.questions",
    "ops.external_lists.recordings",
    "ops.closings.questions",
    "ops.closings.recordings",
    "ops.upkeep.questions",
    "ops.upkeep.recordings",
    "ops.appeals.questions",
    "ops.appeals.recordings",
    "ops.events.questions",
    "ops.events.recordings",
    "ops.proposals.questions",
    "ops.proposals.recordings",
    "ops.actors.questions",
    "ops.actors.recordings",
)
"""Modules with declarations, in the order of their nouns."""

WRITTEN: Final = {
    "record-decision": "ops.events.record_decision:RecordDecision",
    "import-report": "ops.tournaments.importing:ImportReport",
}
"""Recordings that can be proposed and whose doors are written by hand, by their names."""


def declared() -> Iterator[Declared[Any]]:
    """Yield every declaration, module by module."""
    for module in MODULES:
        import_module(module)
        yield from (of for of in DECLARED if of.module == module)


def questions() -> Iterator[DeclaredQuestion]:
    """Yield every declared question."""
    return (of for of in declared() if isinstance(of, DeclaredQuestion))


def file_of(question: DeclaredQuestion) -> DeclaredQuestion | None:
    """Return the question that a file answers at the address of a question; None: none does."""
    place = question.path, question.shows
    files = (of for of in questions() if of.kind.FORMS and (of.path, of.shows) == place)
    return None if question.kind.FORMS else next(files, None)


def recordings() -> Iterator[DeclaredRecording]:
    """Yield every declared recording."""
    return (of for of in declared() if isinstance(of, DeclaredRecording))


def recording_typed(command: str) -> type[Recording]:
    """Return the declaration of a recording by the words of its command."""
    return next(of.kind for of in recordings() if " ".join(of.words) == command)


def proposable(name: str) -> type[Recording]:
    """Return the kind of a recording that was proposed, by its name."""
    if name in WRITTEN:
        module, _, kind = WRITTEN[name].partition(":")
        found: type[Recording] = getattr(import_module(module), kind)
        return found
    return next(of.kind for of in recordings() if of.name == name)
