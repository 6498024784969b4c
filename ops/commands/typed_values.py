"""Values typed as text: facts, columns, rounds."""

import re
from collections.abc import Sequence
from typing import Final

from ledger.errors import Refused
from ledger.sentences import Input, Sentence

_ROUNDS: Final = re.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?")


def facts_given(texts: Sequence[str]) -> dict[str, str]:
    """Read `key=value` texts. Raises Refused for anything else."""
    facts = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise Refused(
                Sentence(
                    "{input} {found}: write it as key=value, e.g. {example}",
                    input=Input("set"),
                    found=text,
                    example="received_on=2025-10-14",
                ),
                code="not-key-and-value",
                field="set",
                found=text,
                expected="key=value",
            )
        facts[key.strip()] = value.strip()
    return facts


def columns_given(texts: Sequence[str]) -> dict[str, str]:
    """Read `field=HEADING` texts. Raises Refused for anything else, and for a field given twice."""
    columns: dict[str, str] = {}
    for text in texts:
        name, equals, heading = (part.strip() for part in text.partition("="))
        if not (equals and name and heading) or name in columns:
            raise Refused(
                Sentence(
                    "{input} {found}: write each once, as {expected}, e.g. {example}",
                    input=Input("column"),
                    found=text,
                    expected="field=HEADING",
                    example="rating=Elo",
                ),
                code="not-key-and-value",
                field="column",
                found=text,
                expected="field=HEADING",
            )
        columns[name] = heading
    return columns


def rounds_given(text: str | None) -> tuple[int, int] | None:
    """Read `5-9`, or `5` for a single round. Raises Refused for anything else."""
    if text is None:
        return None
    match = _ROUNDS.fullmatch(text.strip())
    if match is None:
        raise Refused(
            Sentence(
                "{input} {found}: write the first round and the last, e.g. {example}",
                input=Input("rounds"),
                found=text,
                example="5-9",
            ),
            code="rounds-wrong",
            field="rounds",
            found=text,
            expected="5-9",
        )
    return int(match[1]), int(match[2] or match[1])
