"""Questions about earlier moments of a random history, with unchanging answers."""

from datetime import date, timedelta
from random import Random

import msgspec

from ledger.appeals.folding import read_appeal
from ledger.register.absences import absences
from ledger.register.merges import merges
from ops.access.actors import PUBLIC
from ops.answers.player_ratings import player_rating
from ops.answers.rating_lists import chosen, rating_list
from ops.doors.documents import builtins
from ops.house import House, TrackName
from ops.tournaments.register import last_ended
from projections.queries import NotCovered
from tests.support.histories import TRACKS, History
from tests.support.history_model import Known
from tests.support.history_settings import PLAYERS

Asked = tuple[int, TrackName, int, date]
"""A position known, a track, a player, a day."""


class Questions:
    """Questions about a history, with the answers so far."""

    def __init__(self, history: History, seed: int) -> None:
        """Choose moments, players and days by a seed."""
        self.history, self._random = history, Random(seed)
        self.answers: dict[Asked, int | None] = {}
        self._published: dict[tuple[int, int], tuple[bytes, bytes]] = {}
        """By index of a list and its printing."""

    def ask(self, count: int) -> None:
        """Ask so often about some moment; every published list is as before."""
        moments = self.history.model.moments
        known = self._random.choice(moments)
        for _ in range(count):
            asked = self._drawn(known)
            self.answers[asked] = self._answer(asked)
            _, track, player, day = asked
            assert self.answers[asked] == known.rating(track, player, day), asked
        for moment in (known, moments[-1]):
            self._check_besides_ratings(moment)
        self._check_published()

    def ask_again(self) -> None:
        """Every answer given is the same."""
        for asked, rating in sorted(self.answers.items()):
            assert self._answer(asked) == rating, asked

    def _drawn(self, known: Known) -> Asked:
        """Choose a day of the history, or the first day of another list or printing."""
        lists = known.list_days[: known.closed + 1]
        length = (lists[-1] - known.carried_on).days + 60
        any_day = known.carried_on + timedelta(days=self._random.randrange(-10, length))
        changes = [day - timedelta(days=early) for day in known.changes() for early in (0, 1)]
        day = self._random.choice([any_day, self._random.choice(changes or [any_day])])
        return known.position, self._random.choice(TRACKS), self._random.choice(PLAYERS), day

    def _answer(self, asked: Asked) -> int | None:
        position, track, player, day = asked
        pool = self.history.pool(position, track)
        try:
            pool, row = chosen(pool, None, day)
        except NotCovered:
            return None
        return player_rating(pool, player, row, day).rows[0].rating

    def _check_besides_ratings(self, known: Known) -> None:
        """Check the lists, tournaments, persons and appeals as known before."""
        self._check_in_force(known)
        read, pool = self.history.ledger.read, self.history.pool(known.position)
        periods = [*self.history.setting.lists]
        assert [row.period for row in pool.lists()[1:]] == periods[: known.closed]
        rows = {one.tournament: one for one in last_ended([pool], None, 0)}
        assert rows.keys() == known.tournaments.keys()
        for name, of in known.tournaments.items():
            assert (rows[name].state == "refused") == (of.refused is not None), name
            annulled = pool.tournament_history(name).annulled
            assert (of.position in annulled) == of.annulled, name
            assert of.booked is None or rows[name].lists == (periods[of.booked],), name
        found = merges(read, known.position).values()
        assert {one.merged: one.kept for one in found} == known.leads
        suspensions = absences(read, known.position).suspensions
        assert known.suspended() == {
            player: [(one.first, one.last) for one in those]
            for player, those in suspensions.items()
        }
        for name, appeal in known.appeals.items():
            told = read_appeal(read, name, known.position)
            assert told, name
            assert told.status == appeal.status, name

    def _check_in_force(self, known: Known) -> None:
        """Check the first day in force of each list and printing."""
        for day in known.changes():
            for on in (day - timedelta(days=1), day):
                number = known.in_force(on)
                if number:
                    _, row = chosen(self.history.pool(known.position), None, on)
                    printing = known.printing_on(number, on).number
                    assert (row.number, row.printing) == (number, printing), on

    def _check_published(self) -> None:
        """Check that each has the same bytes, sealed and answered, and that the public sees
        published lists.
        """
        now, periods = self.history.now, [*self.history.setting.lists]
        for index, printings in enumerate(now.printings):
            for number in (one.number for one in printings if one.published):
                found = self._document(periods[index], number)
                asked = index, number
                assert self._published.setdefault(asked, found) == found, asked
        pool = self.history.pool()
        public = House(self.history.ledger, self.history.official)
        public.act_as(PUBLIC)
        assert len(public.pool(pool.name).lists()) == 1 + now.public()

    def _document(self, period: str, printing: int) -> tuple[bytes, bytes]:
        """A printing of a list, sealed and answered."""
        pool, row = chosen(self.history.pool(), period, None, printing)
        sealed = self.history.ledger.read.document(row.digest) or b""
        return sealed, msgspec.json.encode(builtins(rating_list(pool, row, None).rows))
