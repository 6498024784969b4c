"""The command that opens API keys again: key reopen, on the server alone."""

from typing import Annotated

from ops.cli import output
from ops.cli.app import app, option
from ops.cli.shared_options import Acting
from ops.words import said


@app["key"].command
def reopen(
    key: Annotated[tuple[str, ...], option("the ids of the keys")] = (),
    *,
    all_closed: Annotated[bool, option("every closed key whose secret the copy has")] = False,
    acting: Acting = Acting(),
) -> None:
    """Let API keys open again after a restoration: on the server, without a key.

    A key opens nothing once a copy took the ledger's place. `ledger actor show` names the roles
    that it would open.

    Example: ledger key reopen 0123456789ab
    """
    from ledger.errors import Refused
    from ledger.sentences import Input, Sentence
    from ops.actors.keys import reopen_keys
    from ops.actors.receipts import keys_reopened

    if bool(key) == all_closed:
        problem = Sentence("name the keys, or {all} alone", all=Input("all_closed"))
        raise Refused(problem, code="key-needed", field="key")
    with acting.opened() as house:
        done = reopen_keys(house, key)
    opened = Sentence("opened again: {key} of {actor} ({at})")
    lines = [
        said(opened.about(key=one.result.id, actor=one.result.actor, at=output.at(one.receipt)))
        for one in done
    ]
    nothing = said(Sentence("no key was closed"))
    output.receipt(acting.format, keys_reopened(done), lines or [nothing])
