"""The competent body: why a decision has no effect, and the command with an effect."""

import pytest

from ops.doors.remedies import as_command
from projections.rulebooks import rulebook
from projections.state import competence
from projections.state.reports import Decided

LAW = rulebook("fide-standard").edition("2024-03-01")
OLD = rulebook("fide-standard").edition("2017-07-01")


def exempted(article, by="fide-qc", **whom):
    return Decided("exempted", article, by, **whom)


@pytest.mark.parametrize(
    ("law", "decided", "why", "remedy"),
    [
        (LAW, exempted("0.2"), "it does not say which", "of that article there are: 0.2 hybrid"),
        (LAW, exempted("7.7"), "that article allows none", "exceptions are made from: 0.4"),
        (LAW, exempted("1.1", "ita"), "that body may not make it", "fide-qc, fide-council"),
        (LAW, exempted("1.1", player=3), "made for all who take part", "without a player"),
        (LAW, exempted("1.2", game=0), "not made game by game", "without a game"),
        (LAW, exempted("10.1", "fide-council"), "made player by player", "with the player"),
        (LAW, Decided("admitted", "", "fide-qc", 0), "does not say which article", "a finding"),
        (LAW, Decided("excluded", "", "ita", 0), "that body may not make it", "fide-fpl, fide-edc"),
        (LAW, Decided("refused", "", "ita"), "that body may not make it", "fide-qc, fide-council"),
    ],
)
def test_why_a_decision_has_no_effect_and_what_to_do(law, decided, why, remedy):
    told = competence.without_effect(law, decided, ())
    assert told is not None
    assert why in str(told[0])
    assert remedy in str(told[1])


@pytest.mark.parametrize(
    ("law", "decided"),
    [
        (LAW, exempted("1.1")),
        (LAW, exempted("1.1", game=0)),
        (LAW, exempted("0.2 hybrid")),
        (LAW, exempted("10.1", "fide-council", player=3)),
        (OLD, exempted("6 composition")),
        (LAW, Decided("excluded", "", "fide-fpl", 0)),
        (LAW, Decided("refused", "", "fide-qc")),
        (LAW, Decided("cancelled", "", "anybody")),
    ],
)
def test_a_decision_of_a_body_for_whom_its_article_knows_it_has_an_effect(law, decided):
    assert competence.without_effect(law, decided, ()) is None


def test_commands_name_the_words_of_the_text_and_the_first_body_that_may():
    """Quoted for a shell; for all players, or player by player; an exclusion for a game."""
    of_game = competence.of_game(OLD, "the open", report=12, game=3)
    named = {**competence.remedies(OLD, "the open"), **of_game}
    record = "`ledger event record exemption-granted --tournament 'the open'"
    lift = as_command(named["lift_6_composition"])
    assert lift == f"{record} --article '6 composition' --by fide-qc`"
    excluded = "`ledger event record game-excluded --tournament 'the open' --report 12 --game 3"
    assert as_command(named["exclude"]) == f"{excluded} --by fide-fpl`"
    stateless = competence.remedies(LAW, "the open")["lift_10_1"]
    assert as_command(stateless) == f"{record} --article 10.1 --by fide-council --player PLAYER`"


@pytest.mark.parametrize("book", ["rubele-italiana", "uisp"])
def test_where_a_law_names_nobody_refusals_and_exclusions_hold_whoever_made_them(book):
    """Reading `nobody_named`: the law knows no exceptions, and no command of anybody."""
    law = rulebook(book).editions[0]
    named = competence.remedies(law, "A")
    assert not any(name.startswith("lift_") for name in named)
    assert named["refuse"].arguments["by"] is None
    refused, reinstated = (Decided(kind, "", "local") for kind in ("refused", "reinstated"))
    assert competence.is_void(law, [refused], "refused")
    assert not competence.is_void(law, [refused, reinstated], "refused")
    assert competence.excludes(law, Decided("excluded", "", "local", game=1))
    assert competence.excludes(law, Decided("admitted", "", "local", game=1)) is False
    assert competence.excludes(law, Decided("exempted", "I.6", "local", game=1)) is None
    for before, kind in (((), "refused"), ((refused,), "reinstated"), ((), "excluded")):
        said = Decided(kind, "", "local", game=1)
        assert competence.without_effect(law, said, before) is None
    assert competence.without_effect(law, Decided("exempted", "I.6", "local"), ())


@pytest.mark.parametrize("kind", ["admitted", "exempted"])
def test_who_may_exclude_a_game_admits_what_was_excluded(kind):
    """And nothing else, under the article of exclusions."""
    out, back = Decided("excluded", "", "fide-fpl", 0), Decided(kind, "5.1", "fide-fpl", 0)
    for before in ((), (out, back)):
        told = competence.without_effect(LAW, back, before)
        assert told is not None
        assert str(told[0]).endswith("lifts nothing: the game is not excluded by decision")
    assert competence.without_effect(LAW, back, (out,)) is None


@pytest.mark.parametrize("book", ["rubele-italiana", "uisp"])
def test_where_a_law_knows_no_exceptions_only_what_was_excluded_is_admitted(book):
    """A game kept out by the text, none let out by decision."""
    law = rulebook(book).editions[0]
    out, back, other = (
        Decided("excluded", "", "local", game=1),
        Decided("admitted", "I.6", "local", game=1),
        Decided("excluded", "", "local", game=2),
    )
    for before in ((), (other,), (out, back)):
        told = competence.without_effect(law, back, before)
        assert told is not None
        assert (
            str(told[0])
            == "the admission of a game by local lifts nothing: that article allows none"
        )
        assert not competence.lets_in(law, back, before)
    assert competence.without_effect(law, back, (out,)) is None
    assert competence.lets_in(law, back, (out,))


@pytest.mark.parametrize(
    ("before", "decided", "why"),
    [
        ("refused", "refused", "the refusal by qc changes nothing: it is so already"),
        ("cancelled", "cancelled", "the cancellation by qc changes nothing: it is so already"),
        ("excluded", "excluded", "changes nothing: the game is excluded already"),
        ("", "reinstated", "changes nothing: it is neither refused nor called off"),
        ("refused reinstated", "reinstated", "it is neither refused nor called off"),
        ("refused reinstated", "refused", None),
        ("excluded admitted", "excluded", None),
        ("refused", "cancelled", None),
    ],
)
def test_a_decision_that_finds_what_it_says_changes_nothing(before, decided, why):
    law = rulebook("uisp").editions[0]
    *earlier, last = (Decided(kind, "", "qc", game=0) for kind in [*before.split(), decided])
    told = competence.without_effect(law, last, earlier)
    assert why in str(told[0]) if why and told else told is None


@pytest.mark.parametrize(
    ("decided", "void"),
    [
        (["refused fide-qc", "reinstated fide-council"], False),
        (["refused fide-qc", "reinstated my-club"], True),
        (["refused fide-qc", "reinstated fide-qc", "refused fide-qc"], True),
        (["reinstated fide-qc", "refused fide-qc"], True),
    ],
)
def test_reading_taken_back_who_may_refuse_may_take_it_back_and_the_later_holds(decided, void):
    said = [Decided(kind, "", by) for kind, by in map(str.split, decided)]
    assert competence.is_void(OLD, said, "refused") == void


def test_a_reinstatement_by_nobody_who_may_is_told_as_changing_nothing():
    told = competence.without_effect(OLD, Decided("reinstated", "", "my-club"), ())
    assert told is not None
    assert tuple(map(str, told)) == (
        "the reinstatement by my-club changes nothing: that body may not make it",
        "it is for one of these: fide-qc, fide-council, fide",
    )
