"""The rows of an answer as a test reads them: fields by name."""

from typing import Any

from msgspec import structs

from ops.answers.answer import Answer


def fields(answer: Answer[Any, Any]) -> list[dict[str, Any]]:
    """Return the fields of each row."""
    return [structs.asdict(row) for row in answer.rows]
