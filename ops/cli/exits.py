"""Exit codes, and errors in one line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable

from ledger.errors import Damaged, LedgerError, OutcomeUnknown, Refused
from ledger.visible import escaped_lines

DONE, FOUND, USAGE, REFUSED, DAMAGED, UNKNOWN = 0, 1, 2, 3, 4, 5
FAILED, STOPPED = 70, 130

BARS = ("not rated", "needs a decision")
"""The kinds of findings that `check` ends with FOUND for."""

CODES = f"""Exit codes: {DONE} done; {FOUND} verify found a fault, reconcile a difference, check
what keeps from being rated; {USAGE} the command was not understood; {REFUSED} refused, nothing was
changed; {DAMAGED} stored bytes or lists contradict each other; {UNKNOWN} the outcome is unknown,
repeat the command; {FAILED} the program itself failed, see its trace; {STOPPED} interrupted."""


def told(command: Callable[[], object]) -> int:
    """Run a command; tell its refusal in one line on standard error; give the exit code."""
    try:
        result = command()
    except Refused as refusal:
        return _say("refused", refusal, REFUSED)
    except _outside_the_law() as error:
        return _say("refused", error, REFUSED)
    except OutcomeUnknown as error:
        return _say("unknown", error, UNKNOWN)
    except (Damaged, LedgerError) as error:
        return _say("damaged" if isinstance(error, Damaged) else "stopped", error, DAMAGED)
    except BrokenPipeError:
        return DONE
    except OSError as error:
        return _say("refused", f"{error.filename or error}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        return STOPPED
    except Exception:  # noqa: BLE001 - unforeseen; Python's own 1 would say that a fault was found
        sys.stderr.write(escaped_lines(traceback.format_exc()))
        return FAILED
    return result if isinstance(result, int) else DONE


def _outside_the_law() -> tuple[type[Exception], ...]:
    """Give what rulebooks raise; asked for only once something was raised, for it is heavy."""
    from projections.facts.law import LawChanged
    from projections.rulebooks.numbers import OffTheTable
    from projections.rulebooks.rulebook import OutsideRulebook

    return OutsideRulebook, OffTheTable, LawChanged


def _say(word: str, error: Exception | str, code: int) -> int:
    sys.stderr.write(f"{word}: {escaped_lines(str(error))}\n")
    return code
