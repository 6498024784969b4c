"""The calculator: published calculations, results of lists, and bad numbers."""

import json
from datetime import date
from fractions import Fraction

import msgspec
import pytest

from ledger.errors import Refused
from ops.answers.calculator import GAMES, TOURNAMENTS, calculated, decoded
from ops.doors.documents import plain
from ops.explanations.text import lines_of_calculation
from projections.calculation import Calculation, TypedGame, TypedTournament
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.oracles.published import exact, published_periods, vectors
from tests.support.published_fide import RESULTS, cases, worked_examples

TODAY = date(2026, 6, 15)
CHESS = "fide-standard"
DRAUGHTS = {"ital": "rubele-italiana", "int": "rubele-internazionale"}
TIMES = {10: "3+2", 20: "10+5", 30: "90+30"}
"""A time control for each K of UISP."""


def games(*pairs):
    return tuple(TypedGame(opponent, result) for opponent, result in pairs)


def calculation(edition, *played, **player):
    """Calculate a single tournament of standard chess under an edition."""
    tournaments = (TypedTournament(games=games(*played)),)
    asked = Calculation(rulebook=CHESS, edition=edition.name, tournaments=tournaments, **player)
    return calculated(asked, TODAY)


def value(cells, name):
    return Fraction(cells[name].value)


# --------------------------------------------------------------------- published: standard chess


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("rating_change_one_game"))
def test_article_8_3_2_change_of_one_game(edition, inputs, expected):
    game = (inputs["opp"], RESULTS[str(inputs["score"])])
    (step,) = calculation(edition, game, rating=inputs["own"], k=inputs["K"]).steps
    ((key, published),) = expected.items()
    column = "change" if key == "change_rounded" else "variation_hundredths"
    assert value(step.cells, column) == exact(published)


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("new_rating_one_game"))
def test_article_8_3_4_new_rating_after_one_game(edition, inputs, expected):
    game = (inputs["opp"], RESULTS[str(inputs["score"])])
    found = calculation(edition, game, rating=inputs["own"], k=inputs["K"])
    assert found.steps[0].cells["rating_before_floor"].value == expected["new"]
    assert found.new == (expected["new"] if expected["new"] >= 1400 else None)


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("expected_score"))
def test_article_8_3_1_expected_score(edition, inputs, expected):
    (step,) = calculation(edition, (inputs["opp"], "="), rating=inputs["own"]).steps
    (game,) = step.tournaments[0].games
    assert value(game.cells, "expected_score_hundredths") * 100 == expected["pd_hundredths"]


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("k_factor"))
def test_article_8_3_3_k_by_what_decides_it(edition, inputs, expected):
    """Where a case is silent: thirty games, an adult, the highest rating now, one game played."""
    year = int(edition.name[:4])
    player = {
        "rating": min(inputs.get("rating", 2399), 2399),
        "peak": 2400 if inputs.get("everHigher2400") else inputs.get("rating", 0),
        "games": inputs.get("gamesPlayed", 30),
        "birth_year": year - inputs["age"] if "age" in inputs else 0,
    }
    played = [(2000, "=")] * inputs.get("gamesInPeriod", 1)
    (step,) = calculation(edition, *played, list_date=date(year, 12, 1), **player).steps
    assert step.cells["k"].value == expected["K"]


def by_score(opponents, score):
    """Spread a score over the games: first wins, then a draw."""
    won, drawn = divmod(int(2 * score), 2)
    codes = "1" * won + "=" * drawn + "0" * (len(opponents) - won - drawn)
    return list(zip(opponents, codes, strict=True))


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("initial_rating"))
def test_article_8_2_first_rating(edition, inputs, expected):
    opponents = inputs.get("opponents") or [inputs["Rc"]] * inputs["N"]
    score = exact(inputs["W"]) if "W" in inputs else sum(map(exact, inputs["scores"]), Fraction(0))
    (step,) = calculation(edition, *by_score(opponents, score)).steps
    expected.pop("Ru_printed", None)
    assert [step.cells["computed_first_rating"].value] == list(expected.values())


@pytest.mark.parametrize(
    ("edition", "case"), [*worked_examples("2024-03"), *worked_examples("2014-2024-02")]
)
def test_article_8_2_worked_examples(edition, case):
    found = calculation(edition, *by_score(case["opp"], exact(case["w"])))
    assert found.new == case["out"]


@pytest.mark.parametrize(
    ("edition", "case"), [*worked_examples("cap400"), *worked_examples("2022 once")]
)
def test_article_8_3_worked_examples_of_a_tournament(edition, case):
    played = [(opponent, RESULTS[str(score)]) for opponent, score in case["games"]]
    found = calculation(edition, *played, rating=case["own"], k=case["k"])
    (step,) = found.steps
    assert value(step.cells, "sum_hundredths") == exact(case["sum"])
    assert value(step.cells, "variation_hundredths") == exact(case["change"])
    assert found.new == case.get("out", found.new)


@pytest.mark.parametrize("case", published_periods())
def test_periods_that_fide_published(case):
    """Each tournament with the rating of the time; the sum changes the last rating."""
    results = {"1.00": "1", "0.50": "=", "0.00": "0"}
    (k,) = case["published_list_k"].values()
    tournaments = tuple(
        TypedTournament(
            games=games(
                *((int(g["opponent_rating_used"]), results[g["score"]]) for g in event["games"])
            ),
            start=date.fromisoformat(event["start"]),
            end=date.fromisoformat(event["end"]),
            rating=int(event["Ro"]),
        )
        for event in case["tournaments"]
    )
    period, listed = case["rating_period"], case["published_list_ratings"]
    before = max(name for name in listed if name < period)
    asked = Calculation(
        rulebook=CHESS,
        rating=listed[before],
        k=k,
        list_date=date.fromisoformat(f"{period}-01"),
        tournaments=tournaments,
    )
    found = calculated(asked, TODAY)
    assert found.new == listed[period]
    for event, sheet in zip(case["tournaments"], found.steps[0].tournaments, strict=True):
        differences = [value(g.cells, "game_difference_hundredths") for g in sheet.games]
        assert differences == [Fraction(game["chg"]) for game in event["games"]]
    change = value(found.steps[0].cells, "variation_hundredths")
    assert change == Fraction(case["total_change_shown"])


# --------------------------------------------------------------------- draughts, and Elo UISP


@pytest.mark.parametrize(
    "case", vectors("uisp_elo_rubele.json")["elo_rubele"], ids=lambda case: case["id"]
)
def test_article_vi_10_capitals_worked_out_by_hand(case):
    """F01 to F24: the deviation is typed in place of games."""
    of_2021 = "2021" in case["note"] or case["id"] == "F24"
    deviation = Fraction(case["d"])
    asked = Calculation(
        rulebook=DRAUGHTS[case["discipline"]],
        edition="2021-01-01" if of_2021 else "2008-01-01",
        rating=case["ci"],
        counted_this_year=not case["bonus_or_q"] and not of_2021,
        tournaments=(TypedTournament(deviation=deviation, weight=case["weight"]),),
    )
    found = calculated(asked, TODAY)
    play = sum(line.points for line in found.steps[0].lines if line.kind == "play")
    assert case["ci"] + play == Fraction(case["exact"])
    assert found.new == case["cf"]


@pytest.mark.parametrize(
    "case", vectors("uisp_elo_rubele.json")["elo_uisp"], ids=lambda case: case["id"]
)
def test_article_ii_1_and_ii_3_as_worked_out_by_hand(case):
    """U01 to U13."""
    codes = {"1": "1", "1/2": "=", "0": "0", None: "+"}
    played = games(*((opponent, codes[result]) for opponent, result in case["games"]))
    typed = TypedTournament(games=played, time_control=TIMES[case["k"]], online=case["online"])
    asked = Calculation(rulebook="uisp", rating=case["own"], tournaments=(typed,))
    found = calculated(asked, TODAY)
    (step,) = found.steps
    cells = step.tournaments[0].cells
    assert value(cells, "expected_points_hundredths") == Fraction(case["pa_raw"])
    assert value(cells, "expected_points_rounded_tenths") == Fraction(case["pa"])
    assert value(step.cells, "index_tenths") == Fraction(case["exact"])
    assert found.new == case["published"]


def test_article_vi_13_a_category_of_the_other_discipline_converts():
    typed = TypedTournament(games=games((3000, "1")))
    asked = Calculation(rulebook="rubele-italiana", category_elsewhere="Nazionale")
    found = calculated(msgspec.structs.replace(asked, tournaments=(typed,)), TODAY)
    entered = found.steps[0].tournaments[0].entered_by
    assert entered is not None
    assert entered.rating == 1000


def test_article_vi_5_a_chain_goes_on_from_the_tournament_before():
    """The bonus of the year comes once, with the first valid tournament."""
    typed = (TypedTournament(deviation=Fraction(1)),) * 2
    asked = Calculation(rulebook="rubele-italiana", rating=2000, tournaments=typed)
    first, second = calculated(asked, TODAY).steps
    assert (first.after, second.before) == (second.before, 2160)
    assert [line.kind for line in first.lines] == ["play", "bonus"]
    assert [line.kind for line in second.lines] == ["play"]


# --------------------------------------------------------------------- bad numbers


def played(**more):
    return TypedTournament(games=games((2000, "1")), **more)


BAD = {
    "a rating of five digits": ({"rating": 10_000}, "number-out-of-range", "rating"),
    "a rating below nothing": ({"rating": -1}, "number-out-of-range", "rating"),
    "a K of three digits": ({"rating": 2000, "k": 100}, "number-out-of-range", "k"),
    "a birth to come": ({"birth_year": 2027}, "number-out-of-range", "birth_year"),
    "too many tournaments": (
        {"tournaments": (played(),) * (TOURNAMENTS + 1)},
        "number-out-of-range",
        "tournaments",
    ),
    "too many games": (
        {"tournaments": (TypedTournament(games=games((2000, "1")) * (GAMES + 1)),)},
        "number-out-of-range",
        "games",
    ),
    "an opponent of five digits": (
        {"tournaments": (TypedTournament(games=games((2000, "1"), (10_000, "1"))),)},
        "number-out-of-range",
        "tournaments[0].games[1].opponent",
    ),
    "days the wrong way round": (
        {"tournaments": (played(start=date(2026, 2, 2), end=date(2026, 2, 1)),)},
        "days-out-of-order",
        "tournaments[0].end",
    ),
    "a deviation in chess": (
        {"tournaments": (TypedTournament(deviation=Fraction(1)),)},
        "options-contradict",
        "tournaments[0].deviation",
    ),
    "a weight in chess": (
        {"tournaments": (played(weight="1/2"),)},
        "options-contradict",
        "tournaments[0].weight",
    ),
    "a year counted in chess": ({"counted_this_year": True}, "not-read", "counted_this_year"),
    "a list that is not read": ({"rated_elsewhere": {"fsi": 1}}, "not-read", "rated_elsewhere"),
    "no time control for UISP": (
        {"rulebook": "uisp", "tournaments": (played(),)},
        "detail-missing",
        "tournaments[0].time_control",
    ),
    "K for UISP": ({"rulebook": "uisp", "k": 20}, "not-read", "k"),
    "a category that is none": (
        {"rulebook": "rubele-italiana", "category_elsewhere": "Gran Maestro"},
        "not-read",
        "category_elsewhere",
    ),
    "games and a deviation": (
        {"rulebook": "rubele-italiana", "tournaments": (played(deviation=Fraction(1)),)},
        "options-contradict",
        "tournaments[0].deviation",
    ),
    "a rating within a chain": (
        {"rulebook": "rubele-italiana", "tournaments": (played(rating=2000),)},
        "options-contradict",
        "tournaments[0].rating",
    ),
    "three decimals": (
        {
            "rulebook": "rubele-italiana",
            "tournaments": (TypedTournament(deviation=Fraction(1, 1000)),),
        },
        "options-contradict",
        "tournaments[0].deviation",
    ),
}


@pytest.mark.parametrize(("asked", "code", "field"), BAD.values(), ids=BAD)
def test_a_bad_number_is_refused_by_its_field(asked, code, field):
    with pytest.raises(Refused) as refused:
        calculated(Calculation(**{"rulebook": CHESS, **asked}), TODAY)
    (refusal,) = refused.value.refusals()
    assert (refusal.code, refusal.field) == (code, field)
    assert refusal.message


@pytest.mark.parametrize(
    "asked",
    [
        {"rulebook": "fide-classic"},
        {"rulebook": CHESS, "edition": "2024-03-02"},
        {"rulebook": CHESS, "list_date": date(2010, 1, 1)},
    ],
)
def test_outside_the_rulebooks_nothing_is_calculated(asked):
    with pytest.raises(OutsideRulebook):
        calculated(Calculation(**asked), TODAY)


# --------------------------------------------------------------------- the document


EVERY = [(name, edition.name) for name in NAMES for edition in rulebook(name).editions]


@pytest.mark.parametrize("rating", [0, 2000])
@pytest.mark.parametrize(("name", "edition"), EVERY)
def test_every_edition_calculates_and_its_lines_add_up(name, edition, rating):
    typed = TypedTournament(
        games=games((2100, "1"), (1900, "="), (1800, "0"), (0, "1"), (2050, "1"), (1990, "-")),
        time_control="5400+30",
    )
    asked = Calculation(rulebook=name, edition=edition, rating=rating, tournaments=(typed,))
    found = calculated(asked, TODAY)
    (step,) = found.steps
    assert sum(line.points for line in step.lines) == (found.new or 0) - rating
    text = "\n".join(lines_of_calculation(found))
    assert text.endswith(f"rating {rating or 'none'} -> {found.new or 'none'}")
    assert json.loads(msgspec.json.encode(found, enc_hook=plain))["asked"]["rulebook"] == name


def test_a_question_reads_back_as_the_same():
    typed = (played(start=date(2026, 1, 2)), TypedTournament(deviation=Fraction(47, 10)))
    asked = Calculation(rulebook="rubele-italiana", rating=3479, tournaments=typed)
    assert decoded(msgspec.json.encode(asked, enc_hook=plain)) == asked


@pytest.mark.parametrize(
    "document",
    [
        b'{"rulebook": "uisp", "colour": 1}',
        b'{"rulebook": "uisp", "rating": "high"}',
        b'{"rulebook": "uisp", "tournaments": [{"games": [{"opponent": 1, "result": "2"}]}]}',
        b'{"rulebook": "uisp", "tournaments": [{"deviation": "1/0"}]}',
        b'{"rulebook": "uisp", "tournaments": [{"deviation": 1.5}]}',
    ],
)
def test_a_question_with_another_field_or_value_is_refused(document):
    with pytest.raises(msgspec.ValidationError):
        decoded(document)
