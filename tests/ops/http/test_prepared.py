"""A service prepares the types to decode before the threads start."""

import subprocess
import sys

import msgspec
import pytest

from ops.http import prepared

_UNPREPARED = """
import gc, sys
import msgspec

def subclasses(kind):
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)

def is_prepared(kind):
    return any(type(held).__name__ == "StructInfo" for held in gc.get_referents(kind))

_OF_HANDLER = "_signature_model"
# made by Litestar, in the name of our modules; only the event loop decodes them

def unprepared():
    every = [kind for kind in subclasses(msgspec.Struct) if not kind.__name__.endswith(_OF_HANDLER)]
    own = [kind for kind in every if kind.__module__.partition(".")[0] in sys.argv[2].split()]
    assert len(own) > 100
    return [kind.__name__ for kind in own if not is_prepared(kind)]

from ops.settings import Settings
settings = Settings(sys.argv[1])
"""

_SERVICE = """
from ops.http.app import application
from ops.http.service import Service
from ops.closings.recordings import CloseList
service = Service(settings)
assert not is_prepared(CloseList)
application(service)
print(unprepared())
service.close()
"""

_DUTIES = """
from ops.http.duties import Duties
Duties(settings)
print(unprepared())
"""


@pytest.mark.parametrize("started", [_SERVICE, _DUTIES], ids=["service", "duties"])
def test_all_types_are_prepared_before_threads_start(copy, started):
    """In a process apart: other tests here have used the types already."""
    command = [sys.executable, "-c", _UNPREPARED + started, str(copy), "ledger projections ops"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, "[]"), ran.stderr


def test_the_types_of_handlers_are_left_to_the_event_loop(client, monkeypatch):
    """Litestar makes such types for each application: `client` has an application."""
    made: list[type] = []
    monkeypatch.setattr(msgspec.json, "Decoder", made.append)
    prepared.prepare_types()
    assert made
    assert not any(kind.__module__.startswith("litestar") for kind in made)
    assert not any(kind.__name__.endswith("_signature_model") for kind in made)
