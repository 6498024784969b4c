"""Preparations of a process of the service, made before its threads start.

msgspec prepares a type when it is first used. If two threads use a type for the first time at the
same moment, the second finds it half prepared, and the process ends by a signal, without a line in
its log. With all types prepared beforehand, threads only read.
"""

import gc
from collections.abc import Iterator
from typing import Final

import msgspec

from ledger.events import catalogue

_NEW_OBJECTS: Final = 20_000
"""Objects that a request may make before garbage is looked for; an answer makes some thousands."""


def prepare_types() -> None:
    """Prepare every type of the modules imported so far, and every event (some milliseconds).

    Litestar makes types of its own for the handlers of each application: only the event loop
    decodes them.
    """
    for kind in _subclasses(msgspec.Struct):
        msgspec.json.Decoder(kind)
    catalogue.prepare()


def _subclasses(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for subclass in subclasses:
        if subclass.__module__.partition(".")[0] != "litestar":
            yield subclass
            yield from _subclasses(subclass)


def keep_what_stays() -> None:
    """Leave everything made so far out of the search for garbage: modules, types, addresses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)
