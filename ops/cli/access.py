"""The command that opens API keys again: key reopen, on the server alone."""

from typing import Annotated

from ops.cli import output
from ops.cli.app import key_app, option
from ops.cli.shared_options import Acting


@key_app.command
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
    from ops.actors.keys import reopen_keys
    from ops.actors.receipts import keys_reopened

    if bool(key) == all_closed:
        raise Refused("name the keys, or type --all-closed alone", code="key-needed", field="key")
    with acting.opened() as house:
        done = reopen_keys(house, key)
    lines = [f"opened again: {one.result.id} of {one.result.actor} ({output.at(one.receipt)})"
             for one in done] or ["no key was closed"]  # fmt: skip
    output.receipt(acting.format, keys_reopened(done), lines)
