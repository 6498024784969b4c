"""A service has prepared what it decodes before its threads start."""

import gc

import msgspec
import pytest

from ops.http.duties import Duties
from ops.http.service import Service
from ops.settings import Settings


def is_prepared(kind):
    """Whether msgspec holds the fields of a type ready for decoding."""
    return any(type(held).__name__ == "StructInfo" for held in gc.get_referents(kind))


@pytest.mark.parametrize("started", [Service, Duties])
def test_types_are_prepared_before_threads_start(copy, started):
    inner = msgspec.defstruct("Inner", [("number", int)])
    outer = msgspec.defstruct("Outer", [("inner", inner)])
    assert not is_prepared(inner)
    assert not is_prepared(outer)
    service = started(Settings(str(copy)))
    assert is_prepared(inner)
    assert is_prepared(outer)
    if started is Service:
        service.close()
