"""Types prepared for decoding before a service starts its threads.

msgspec prepares a type when it is first used. If two threads use a type for the first time at the
same moment, the second finds it half prepared, and the process ends by a signal, without a line in
its log. With all types prepared beforehand, threads only read.
"""

from collections.abc import Iterator

import msgspec

from ledger.events import catalogue


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
