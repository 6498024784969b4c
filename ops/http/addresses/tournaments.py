"""The check of a tournament before it is announced."""

from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.findings import FindingRow, findings_before_play
from ops.commands import announce_tournament
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import computing
from ops.http.addresses.typed_details import Details, texts
from ops.http.asked import Body


class Intended(Body, frozen=True, kw_only=True):
    """A tournament that is not announced yet."""

    details: Details


@computing(
    "/v1/pools/{pool}/findings", OfPool, Answer[FindingRow, AboutPool], body=Intended, shows="list"
)
def check_before_announcement(
    house: House, asked: OfPool, body: Intended
) -> Answer[FindingRow, AboutPool]:
    """Check the details of a tournament for rating before it is announced.

    Nothing is recorded. Of an announced or reported tournament ask for its findings.
    """
    pool = asked.opened(house)
    intended = announce_tournament.announcement(house, asked.pool, texts(body.details))
    return findings_before_play(pool, intended)
