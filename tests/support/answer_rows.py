"""The rows of an answer as a test reads them: fields by name."""

from typing import Any

from ops.answers import documents
from ops.answers.answer import Answer


def fields(answer: Answer[Any, Any]) -> list[dict[str, Any]]:
    """Return the fields of each row, the columns of a list beside them."""
    return [{**documents.fields(row)} for row in answer.rows]
