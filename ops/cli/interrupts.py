"""Interrupts from the keyboard or the system, reported once and without a trace.

An interrupt in the middle of an import waits until the import is done: modules half imported could
not even tell of the interrupt.
"""

import signal
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_IMPORTING: Final = "<frozen importlib._bootstrap>"
_LOOK_AGAIN_S: Final = 0.01
"""Seconds until an interrupt that met an import looks again."""


class _Interrupts:
    """State of the process: interrupts held back, interrupt arrived."""

    held_back = arrived = False


def prepare() -> None:
    """Handle each signal like Ctrl-C, from the call of `accept` on.

    A signal that the process ignores stays ignored.
    """
    _Interrupts.held_back = True
    signal.signal(signal.SIGALRM, _arrived)
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _arrived)


def accept() -> None:
    """Accept interrupts from now on; raise KeyboardInterrupt if one has arrived already."""
    _Interrupts.held_back = False
    if _Interrupts.arrived:
        raise KeyboardInterrupt


def over() -> None:
    """Hold all further interrupts back: the command has ended."""
    _Interrupts.held_back = True
    if _Interrupts.arrived:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _arrived(_number: int, frame: FrameType | None) -> None:
    _Interrupts.arrived = True
    if _Interrupts.held_back:
        return
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTING:
            signal.setitimer(signal.ITIMER_REAL, _LOOK_AGAIN_S)
            return
        frame = frame.f_back
    raise KeyboardInterrupt
