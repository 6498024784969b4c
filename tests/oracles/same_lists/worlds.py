"""The world of a seed: the kinds take turns."""

from collections.abc import Callable

from tests.oracles.same_lists.chess import NEW, OLD, OLDEST, Eras, chess_world
from tests.oracles.same_lists.chess_tournaments import BLITZ, RAPID, STANDARD
from tests.oracles.same_lists.draughts import INTERNATIONAL, ITALIAN, draughts_world
from tests.oracles.same_lists.trf import with_files
from tests.oracles.same_lists.uisp import uisp_world
from tests.oracles.same_lists.world import World

Kind = Callable[[int, str], World]


def standard(lists: int, eras: Eras) -> Kind:
    """FIDE standard by itself."""
    return lambda seed, kind: chess_world(seed, kind, (STANDARD,), eras, lists)


def beside(pools: tuple[tuple[str, ...], ...], eras: Eras) -> Kind:
    """Pools of FIDE beside each other, in turn."""
    return lambda seed, kind: chess_world(
        seed, kind, pools[seed // len(KINDS) % len(pools)], eras, 2
    )


def draughts(pools: tuple[tuple[str, ...], ...], lists: int) -> Kind:
    """Return a world of a discipline of draughts, or both, in turn."""
    return lambda seed, kind: draughts_world(
        seed, kind, pools[seed // len(KINDS) % len(pools)], lists
    )


def uisp(pool: str, lists: int) -> Kind:
    """Return a world of Elo UISP, by either rulebook."""
    return lambda seed, kind: uisp_world(seed, kind, pool, lists)


def files(seed: int, kind: str) -> World:
    """Return a world of chess or draughts with TRF files as reports."""
    plain = (standard(2, NEW), draughts(((ITALIAN,), (INTERNATIONAL,)), 2))[seed // len(KINDS) % 2]
    return with_files(plain(seed, kind))


KINDS: dict[str, Kind] = {
    "standard": standard(3, NEW),
    "standard-long": standard(4, NEW),
    "standard-old": standard(3, OLD),
    "beside": beside(((STANDARD, RAPID, BLITZ), (STANDARD, BLITZ), (STANDARD, RAPID)), NEW),
    "beside-old": beside(((STANDARD, RAPID), (STANDARD, BLITZ)), OLD),
    "rapid-oldest": beside(((RAPID,), (BLITZ,)), OLDEST),
    "uisp": uisp("uisp", 3),
    "uisp-exact": uisp("uisp-exact", 3),
    "draughts": draughts(((ITALIAN,), (INTERNATIONAL,)), 4),
    "two-draughts": draughts(((ITALIAN, INTERNATIONAL),), 3),
    "files": files,
}


def kind_of(seed: int) -> str:
    """Give the kind of a seed's world."""
    return list(KINDS)[seed % len(KINDS)]


def world_of(seed: int) -> World:
    """Give the world of a seed."""
    kind = kind_of(seed)
    return KINDS[kind](seed, kind)
