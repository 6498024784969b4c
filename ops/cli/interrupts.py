"""Interrupts: from the keyboard, or of a system that asks a process to end. Told once, no trace.

One that comes in the middle of an import waits for its end: modules half imported could not even
tell of it.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_IMPORTING: Final = "<frozen importlib._bootstrap>"
_AGAIN_S: Final = 0.01


class _Waiting:
    """Whether one that comes waits, and whether one does."""

    now = came = False


def prepare() -> None:
    """Let each of them end the command as Ctrl-C does, once `taken`.

    What is ignored by now stays ignored.
    """
    _Waiting.now = True
    signal.signal(signal.SIGALRM, _came)
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _came)


def taken() -> None:
    """Take them from now on: raise KeyboardInterrupt for one that came before."""
    _Waiting.now = False
    if _Waiting.came:
        raise KeyboardInterrupt


def over() -> None:
    """Pass over those that come from now on: the command has ended, and its end is told."""
    _Waiting.now = True
    if _Waiting.came:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _came(_number: int, frame: FrameType | None) -> None:
    _Waiting.came = True
    if _Waiting.now:
        return
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTING:
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
            return
        frame = frame.f_back
    raise KeyboardInterrupt
