"""Competence: the bodies named by an edition for decisions about tournaments and games.

Numbers of admission name the bodies: `lifted_by_…` for an exception from an article, `refused_by_…`
for refusing a tournament, `excluded_by_…` for excluding a game and admitting it again. A decision
by any other body is recorded without effect.

An exception has the name of the article cited by a finding: `9.1`. Where one article has several
exceptions, a word follows, the end of the number's name: `lifted_by_0_2_hybrid` is `0.2 hybrid`.

Reading `nobody_named`: where a text names no body for refusing tournaments, or for excluding games,
every such decision counts as one of the body of the pool.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ledger.sentences import NO_SENTENCE, Body, Remedy, Sentence, Value
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.numbers import Number
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Decided

LIFTED, REFUSING, EXCLUDING = "lifted_by_", "refused_by_", "excluded_by_"
"""How the numbers begin that name bodies; after it the article."""
EXEMPT, GAME_EXEMPT = "exempt_", "game_exempt_"
"""The facts that an exception is: for a tournament, for a side of a game."""
VOID: Final = ("refused", "cancelled")
"""The facts that a tournament is none: the kinds of the decisions that make them so."""
EXCLUDED: Final = "game_excluded"
"""The fact that a side of a game is excluded."""
STATELESS_UNLESS: Final = "without_federation_unless_"
"""The fact of how many players have no federation, but for those with an exception from it."""

_SAYS: Final = {
    "exempted": Sentence("the exception from {article} by {by} lifts nothing: {why}"),
    "admitted": Sentence("the admission of a game by {by} lifts nothing: {why}"),
    "excluded": Sentence("the exclusion of a game by {by} changes nothing: {why}"),
    "refused": Sentence("the refusal by {by} changes nothing: {why}"),
    "reinstated": Sentence("the reinstatement by {by} changes nothing: {why}"),
    "cancelled": Sentence("the cancellation by {by} changes nothing: {why}"),
}

_ABOUT: Final = {
    "refused": REFUSING,
    "reinstated": REFUSING,
    "excluded": EXCLUDING,
    "admitted": EXCLUDING,
}

NoEffect = tuple[Sentence, Sentence]
"""Why a decision has no effect, and what to do."""


def lifts(edition: Edition, decided: Decided, suffix: str) -> bool:
    """Return whether a decision is the exception allowed by the number `lifted_by_` + suffix."""
    number = edition.numbers["stated"].get(LIFTED + suffix)
    return number is not None and _is_exception(decided, number) and _is_by(decided, number)


def is_void(edition: Edition, decided: Iterable[Decided], kind: str) -> bool:
    """Return whether a tournament is `refused`, or `cancelled`, after some decisions.

    Reading `taken_back`: a body competent for a refusal may also withdraw it, and likewise a
    cancellation; of two decisions the later counts.
    """
    void = False
    for decision in decided:
        if decision.kind == "reinstated" and _may_refuse(edition, decision):
            void = False
        elif decision.kind == kind and (kind != "refused" or _may_refuse(edition, decision)):
            void = True
    return void


def _may_refuse(edition: Edition, decided: Decided) -> bool:
    number = _the(edition, REFUSING)
    return number is None or _is_by(decided, number)


def excludes(edition: Edition, decided: Decided) -> bool | None:
    """Return True for an exclusion of a game, False for an admission, None for other decisions."""
    number = _the(edition, EXCLUDING)
    if number is None:
        return {"excluded": True, "admitted": False}.get(decided.kind)
    if not _is_by(decided, number):
        return None
    if decided.kind == "excluded":
        return True
    return False if _is_exception(decided, number) else None


def lets_in(edition: Edition, decided: Decided, before: Sequence[Decided]) -> bool:
    """Return whether a decision admits one game excluded by an article, after earlier decisions."""
    of_game = decided.kind in ("exempted", "admitted") and decided.game >= 0
    return of_game and without_effect(edition, decided, before) is None


def without_effect(
    edition: Edition, decided: Decided, before: Sequence[Decided]
) -> NoEffect | None:
    """Return reason and remedy for a decision without effect; None for an effective decision."""
    why = _without_effect(edition, decided, before) or _is_so(edition, decided, before)
    if why is None:
        return None
    says = _SAYS[decided.kind].about(article=decided.article, by=Body(decided.by), why=why[0])
    return says, why[1]


def _is_so(edition: Edition, decided: Decided, before: Sequence[Decided]) -> NoEffect | None:
    after = (*before, decided)
    match decided.kind:
        case "refused" | "cancelled" | "reinstated":
            was, now = ([is_void(edition, e, kind) for kind in VOID] for e in (before, after))
            void = (
                Sentence("it is so already")
                if any(was)
                else Sentence("it is neither refused nor called off")
            )
            return None if was != now else (void, NO_SENTENCE)
        case "excluded":
            is_out = _is_excluded(edition, before, decided.game)
            return (Sentence("the game is excluded already"), NO_SENTENCE) if is_out else None
    return None


def _is_excluded(edition: Edition, decided: Iterable[Decided], game: int) -> bool:
    marks = [mark for e in decided if e.game == game and (mark := excludes(edition, e)) is not None]
    return bool(marks) and marks[-1]


def _without_effect(
    edition: Edition, decided: Decided, before: Sequence[Decided]
) -> NoEffect | None:
    prefix = _ABOUT.get(decided.kind)
    if prefix is not None and _the(edition, prefix) is None:
        only_excluded = decided.kind != "admitted" or _is_excluded(edition, before, decided.game)
        return None if only_excluded else _exception_without_effect(edition, decided, before)
    match decided.kind:
        case "refused" | "reinstated":
            return _only_by(decided, [_the(edition, REFUSING)])
        case "excluded":
            return _only_by(decided, [_the(edition, EXCLUDING)])
        case "cancelled":
            return None
        case "admitted" if not decided.article:
            remedy = Sentence("record it with the article of a finding")
            return Sentence("it does not say which article"), remedy
    return _exception_without_effect(edition, decided, before)


def _exception_without_effect(
    edition: Edition, decided: Decided, before: Sequence[Decided]
) -> NoEffect | None:
    of_games = _all(edition, EXCLUDING) if decided.game >= 0 else []  # to admit a game again
    known = _all(edition, LIFTED) + of_games
    meant = [number for number in known if _is_exception(decided, number)]
    if not meant:
        return _no_such_exception(decided, known)
    by_it = [number for number in meant if _is_by(decided, number)]
    if not by_it:
        return _only_by(decided, meant)
    only_admits = all(number.name.startswith(EXCLUDING) for number in by_it)
    if only_admits and not _is_excluded(edition, before, decided.game):
        return Sentence("the game is not excluded by decision"), NO_SENTENCE
    if any(_is_for(edition, decided, number) for number in by_it):
        return None
    if decided.game >= 0:
        return Sentence("it is not made game by game"), Sentence("record it without a game")
    if any(_of_players(edition, number) for number in by_it):
        return Sentence("it is made player by player"), Sentence("record it with the player")
    return Sentence("it is made for all who take part"), Sentence("record it without a player")


def _no_such_exception(decided: Decided, known: list[Number]) -> NoEffect:
    cited = list(dict.fromkeys(name for number in known for name in named(number)))
    prefixes = (f"{decided.article}.", f"{decided.article} ")
    below = [name for name in cited if name.startswith(prefixes)]
    if below:
        remedy = Sentence("of that article there are: {exceptions}", exceptions=below)
        return Sentence("it does not say which"), remedy
    none = Sentence("that article allows none")
    if not cited:
        return none, Sentence("no text names an exception here")
    return none, Sentence("exceptions are made from: {articles}", articles=cited)


_TOLD: Final = {
    "tell_announced_as_rated": ("announced_as_rated=true", None),
    "tell_details": (None, None),
    "tell_registered_on": ("registered_on=YYYY-MM-DD", None),
    "tell_round_days": ("round_days=YYYY-MM-DD,YYYY-MM-DD,…", None),
    "tell_system": ("pairing_system=Swiss", "arbiter"),
    "tell_weight": ("weight=1", None),
    "tell_time": ("time_control=5400+30", None),
    "tell_time_of_rapid": ("time_control=900+10", None),
    "tell_time_of_blitz": ("time_control=180+2", None),
}
"""Details of a tournament that a remedy has corrected, with an example, and by whom."""


def remedies(edition: Edition, tournament: str | None = None) -> Mapping[str, Remedy]:
    """Return the remedies that a clause may name, by the word for each; see also `of_game`.

    `{lift_1_2}` is the exception allowed by `lifted_by_1_2`, `{refuse}` the refusal.
    `{record_WORD}` records the list with that word in the rulebook's external lists,
    `{set_entry_points}` sets that parameter. A player of the finding is for the reader to state,
    and the tournament of a finding about a list.
    """
    found = {
        name: Remedy("correct-details", tournament=tournament, set=details, by=by)
        for name, (details, by) in _TOLD.items()
    }
    found |= _of_tournament(tournament)
    found |= _of_rulebook(rulebook(edition.rulebook))
    for number in _all(edition, LIFTED):
        player = {"player": None} if _of_players(edition, number) else {}
        found[f"lift_{_about(number)}"] = Remedy(
            "decide-exemption-granted",
            tournament=tournament,
            article=named(number)[0],
            by=_bodies(number)[0],
            **player,
        )
    for number in _all(edition, REFUSING):
        by = _bodies(number)[0]
        found["refuse"] = Remedy("decide-tournament-refused", tournament=tournament, by=by)
    return {**found, **of_game(edition, tournament)}


def of_game(
    edition: Edition, tournament: str | None, report: int = 0, game: int = 0
) -> Mapping[str, Remedy]:
    """Return the remedies about a game: its exclusion, and its admission in spite of an article."""
    found = {}
    for number in _all(edition, EXCLUDING):
        about: Mapping[str, Value] = {"tournament": tournament, "report": report, "game": game}
        by = _bodies(number)[0]
        found["exclude"] = Remedy("decide-game-excluded", **about, by=by)
        article = named(number)[0]
        found["admit"] = Remedy("decide-game-admitted", **about, article=article, by=by)
    return found


def _of_tournament(tournament: str | None) -> Mapping[str, Remedy]:
    """Return the remedies of any edition about a tournament, or its place in a list."""
    parts: Mapping[str, Value] = {"file": None, "by_month": True}
    return {
        "refuse": Remedy("decide-tournament-refused", tournament=tournament, by=None),
        "reinstate": Remedy("decide-tournament-reinstated", tournament=tournament, by=None),
        "announce": Remedy("announce-tournament"),
        "import_whole": Remedy("import-report", file=None, of=None),
        "replace_report": Remedy("import-report", file=None, replaces=tournament),
        "divide_announced": Remedy("import-report", of=tournament, **parts),
        "divide_reported": Remedy("import-report", replaces=tournament, **parts),
    }


def _of_rulebook(law: Rulebook) -> Mapping[str, Remedy]:
    """Return the remedies about players, lists of other bodies, and parameters of the body."""
    return {
        "adjust": Remedy("decide-ratings-adjusted"),
        "decide_entry": Remedy("decide-entry-capital-decided"),
        **{
            f"record_{of.word}": Remedy(
                "record-external-list", file=None, issuer=of.body, list=None, **_kind_of(of)
            )
            for of in law.external_lists.consulted
        },
        **{
            f"set_{name}": Remedy("decide-parameter-set", name=name) for name in law.body_parameters
        },
        **{f"appeal_{kind}": Remedy("file-appeal", pool=None, kind=kind) for kind in law.appeals},
    }


def _kind_of(of: ExternalColumn) -> Mapping[str, Value]:
    """Return the kind of a list of several kinds; a list with one rating has none."""
    return {} if of.column == "rating" else {"kind": of.column}


def named(number: Number) -> list[str]:
    """Return the names of a number in decisions: articles, with the word if there are several."""
    words = [word for word in _about(number).split("_") if word.isalpha()]
    return [" ".join([article, *words]) for article in number.article.split(", ")]


def fact_of(name: str) -> tuple[str, ...]:
    """Return the facts that rest on a number naming bodies; none for other numbers."""
    if name.startswith(LIFTED):
        suffix = name.removeprefix(LIFTED)
        kinds = (EXEMPT, GAME_EXEMPT, STATELESS_UNLESS)
        return tuple(kind + suffix for kind in kinds)
    if name.startswith(REFUSING):
        return ("refused",)
    return (EXCLUDED,) if name.startswith(EXCLUDING) else ()


def _about(number: Number) -> str:
    return number.name.partition("_by_")[2]


def _bodies(number: Number | None) -> list[str]:
    return number.stated.split() if number else []


def _is_by(decided: Decided, number: Number | None) -> bool:
    return decided.by in _bodies(number)


def _is_exception(decided: Decided, number: Number | None) -> bool:
    of_kind = decided.kind in ("exempted", "admitted")
    return of_kind and number is not None and decided.article in named(number)


def _is_for(edition: Edition, decided: Decided, number: Number) -> bool:
    about = _about(number)
    if decided.game >= 0:
        return number.name.startswith(EXCLUDING) or GAME_EXEMPT + about in edition.asked
    if decided.player:
        return _of_players(edition, number)
    return EXEMPT + about in edition.asked


def _of_players(edition: Edition, number: Number) -> bool:
    return STATELESS_UNLESS + _about(number) in edition.asked


def _only_by(decided: Decided, numbers: list[Number | None] | list[Number]) -> NoEffect | None:
    bodies = dict.fromkeys(body for number in numbers for body in _bodies(number))
    if decided.by in bodies:
        return None
    remedy = Sentence("it is for one of these: {bodies}", bodies=list(bodies))
    return Sentence("that body may not make it"), remedy


def _the(edition: Edition, prefix: str) -> Number | None:
    return next(iter(_all(edition, prefix)), None)


def _all(edition: Edition, prefix: str) -> list[Number]:
    stated: Mapping[str, Number] = edition.numbers["stated"]
    return [number for name, number in stated.items() if name.startswith(prefix)]
