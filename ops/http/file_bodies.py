"""Files in bodies: their names."""

from pathlib import PurePath
from typing import Annotated

from msgspec import Meta

from ledger import limits, visible
from ledger.errors import BadEvent, Refusal
from ledger.sentences import Input, Sentence
from ops.doors.fields import Text
from ops.doors.reading import BadQuestion
from ops.http.request import FileGiven

FileName = Annotated[
    Text | None,
    Meta(
        description="Name of the file, for receipt and slip, where a form does not bring one.",
        extra_json_schema={"examples": ["2025-09-07-festival-borgolieto.trf"]},
    ),
]


def name_of(file: FileGiven, name: str | None, default: str) -> str:
    """Return the name of a file, without folders. Raises BadQuestion for a name nobody could see.

    A file without a name gets the default one.
    """
    found = PurePath(file.name or name or default).name or default
    try:
        visible.check_label(found, "file name")
    except BadEvent as error:
        raise BadQuestion([_wrong(error.words)]) from error
    if len(found) > limits.FILE_NAME_CHARACTERS or "\0" in found:
        most = limits.FILE_NAME_CHARACTERS
        words = Sentence(
            "{input}: at most {most} characters, none of them NUL",
            input=Input("file_name"),
            most=most,
        )
        raise BadQuestion([_wrong(words)])
    return found


def _wrong(problem: Sentence) -> Refusal:
    return Refusal.of("file-name-wrong", problem, "file_name")
