"""A file as an input: a path as typed, the body or parts of a form over HTTP, kept in proposals."""

from typing import Annotated

import pytest
from msgspec import Struct, json, structs

from ledger.errors import LimitExceeded
from ops.cli.declared import typed
from ops.doors.fields import Text, means
from ops.doors.reading import BadQuestion
from ops.doors.recordings import DeclaredRecording, Recording
from ops.doors.uploads import ANY_BYTES, File, Upload, file_of
from ops.http.declared import body_of, parameters_of, told_at
from ops.http.request import FileGiven


class HandIn(Recording, frozen=True, kw_only=True):
    """Hand in a file, and perhaps a map with the file."""

    file: Annotated[Upload, means("the file"), File("text/csv", 10)]
    map: Annotated[Upload | None, means("the map")] = None
    of: Annotated[Text, means("what it is of")]


HandIn.DECLARED = DeclaredRecording(
    HandIn, "x hand-in {file}", "/v1/x/{of}", (), tuple, several=False, says="", needs=None
)


class Asked(Struct, kw_only=True):
    """Circumstances."""

    preview: bool = False


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "list.csv"
    path.write_bytes(b"0123456789")
    return path


def test_a_path_is_typed_and_the_file_is_read_when_it_is_needed(file):
    told = typed(HandIn, (file,), {"of": "a"})
    assert told.file == Upload("list.csv", path=str(file))
    assert told.map is None
    with told.file.opened() as path:
        assert path == file
    assert told.file.read(10) == b"0123456789"
    with pytest.raises(LimitExceeded, match="10"):
        told.file.read(9)


def test_bytes_stand_in_a_file_of_their_name_as_long_as_it_is_read():
    sent = Upload("list.csv", b"abc")
    with sent.opened() as path:
        assert (path.name, path.read_bytes()) == ("list.csv", b"abc")
    assert not path.exists()
    assert sent.read(3) == b"abc"
    with pytest.raises(LimitExceeded, match="3"):
        sent.read(2)


def test_a_file_is_the_body_and_everything_else_a_parameter():
    assert body_of(HandIn.DECLARED) == File("text/csv", 10, beside=("map",))
    asks = parameters_of(HandIn.DECLARED, Asked)
    assert {field.name for field in structs.fields(asks)} == {"preview", "of", "file_name"}
    assert file_of(Recording) is None
    assert ANY_BYTES.parts == ("file",)


@pytest.mark.parametrize(
    ("in_form", "stated", "name"),
    [("a/b.csv", "c.csv", "b.csv"), ("", "c.csv", "c.csv"), ("", None, "file")],
)
def test_what_is_sent_bears_the_name_of_its_part_or_the_one_stated(in_form, stated, name):
    asked = parameters_of(HandIn.DECLARED, Asked)(of="a", file_name=stated)
    told = told_at(HandIn, asked, FileGiven(in_form, b"1", {"map": b"2"}))
    assert told == HandIn(file=Upload(name, b"1"), map=Upload("map", b"2"), of="a")
    assert told_at(HandIn, asked, FileGiven(in_form, b"1")).map is None


def test_a_name_that_nobody_could_see_is_refused():
    asked = parameters_of(HandIn.DECLARED, Asked)(of="a", file_name="\u200b")
    with pytest.raises(BadQuestion, match="file name"):
        told_at(HandIn, asked, FileGiven("", b""))


def test_a_proposal_keeps_the_bytes_of_files_and_no_places(file):
    name, inputs = typed(HandIn, (file,), {"of": "a"}).as_proposal(None)
    assert name == "hand-in"
    assert json.decode(inputs, type=HandIn) == HandIn(
        file=Upload("list.csv", b"0123456789"), of="a"
    )
