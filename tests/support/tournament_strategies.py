"""Hypothesis strategies: any playable tournament."""

from hypothesis import strategies as st

from tests.support.report_files import RESULTS, Pairing, Tournament, players


@st.composite
def rounds(draw: st.DrawFn, count: int) -> list[Pairing]:
    """Draw a round of `count` players: at least a pairing, byes for some of the others."""
    order = draw(st.permutations(range(1, count + 1)))
    pairs = draw(st.integers(1, count // 2))
    results = st.sampled_from(sorted(RESULTS))
    paired: list[Pairing] = [(order[2 * i], order[2 * i + 1], draw(results)) for i in range(pairs)]
    byes = st.lists(st.sampled_from("HFUZ"), max_size=count - 2 * pairs)
    return [*paired, *zip(order[2 * pairs :], draw(byes), strict=False)]


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Draw a tournament of 2 to 9 players in 1 to 5 rounds."""
    count = draw(st.integers(2, 9))
    drawn = draw(st.lists(rounds(count), min_size=1, max_size=5))
    points = draw(st.sampled_from(["1-½-0", "2-1-0"]))
    return Tournament(players(count), drawn, points=points)
