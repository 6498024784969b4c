"""The rows of an answer for tests: fields by name."""

from typing import Any

from ops.answers import answer as answers
from ops.answers.answer import Answer


def fields(answer: Answer[Any, Any]) -> list[dict[str, Any]]:
    """Return the fields of each row, with the columns of a list."""
    return [{**answers.fields(row)} for row in answer.rows]
