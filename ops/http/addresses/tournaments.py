"""The check of a tournament before it is announced."""

from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.findings import FindingRow, findings_before_play
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import Body, address
from ops.tournaments.announcing import announcement
from ops.tournaments.details import Details, texts


class Intended(Body, frozen=True, kw_only=True):
    """A tournament that is not announced yet."""

    set: Details


@address(
    "POST",
    "/v1/pools/{pool}/findings",
    OfPool,
    Answer[FindingRow, AboutPool],
    body=Intended,
    shows="list",
)
def check_before_announcement(
    house: House, asked: OfPool, body: Intended
) -> Answer[FindingRow, AboutPool]:
    """Check the details of a tournament for rating before it is announced.

    Nothing is recorded. Of an announced or reported tournament ask for its findings.
    """
    pool = asked.opened(house)
    intended = announcement(house, asked.pool, texts(body.set))
    return findings_before_play(pool, intended)
