"""Facts by hand and options: read, or refused with the known names."""

import pytest

from ledger.intake.formats.manual_facts import KNOWN, ManualFacts, in_files, read_manual_facts
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.options import ImportOptions, read_options


def refusals(facts):
    problems = Problems()
    given = read_manual_facts(facts, problems)
    return given, [str(problem) for problem in problems.all()]


def test_nothing_given_is_nothing_said():
    assert refusals({}) == (ManualFacts(), [])


def test_every_fact_is_read():
    given, refused = refusals(
        {
            "received_on": "2026-02-03",
            "registered_on": "2026-01-02",
            "pairing_system": " Dutch ",
            "hybrid": "true",
            "online": "false",
            "official_event": "true",
            "norms_possible": "true",
            "announced_as_rated": "true",
            "match_games": "6",
            "weight": "1/2",
            "points": "2-1-0",
        }
    )
    assert refused == []
    assert (str(given.received_on), str(given.registered_on)) == ("2026-02-03", "2026-01-02")
    assert (given.pairing_system, given.match_games) == ("Dutch", 6)
    assert (given.hybrid, given.online, given.official_event) == (True, False, True)
    assert (given.norms_possible, given.announced_as_rated) == (True, True)
    assert (given.weight, given.points) == ("1/2", "2-1-0")


@pytest.mark.parametrize(
    ("fact", "text", "expected"),
    [
        ("received_on", "03/02/2026", "a day YYYY-MM-DD"),
        ("registered_on", "2026-02-30", "a day YYYY-MM-DD"),
        ("pairing_system", "", "text that can be seen, at most 200 characters"),
        ("pairing_system", "x" * 201, "text that can be seen, at most 200 characters"),
        ("pairing_system", "a\x00b", "text that can be seen, at most 200 characters"),
        ("hybrid", "perhaps", "yes or no"),
        ("match_games", "0", "a number from 1 to 9999"),
        ("match_games", "10000", "a number from 1 to 9999"),
        ("weight", "half", "how much it counts, like 1, 1/2 or 50%"),
        ("points", "3-1-0", "one of 1-½-0, 2-1-0, ignore"),
    ],
)
def test_an_unreadable_value_is_refused_with_what_is_expected(fact, text, expected):
    _, refused = refusals({fact: text})
    assert len(refused) == 1
    assert refused[0].startswith(f"{fact} (given by hand): found ")
    assert refused[0].endswith(f"expected {expected}; correct it: set {fact}=…")


@pytest.mark.parametrize("key", ["colour", "Name", "", "\udc80", "team"])
def test_an_unknown_fact_is_refused_with_all_that_are_known(key):
    _, refused = refusals({key: "1"})
    assert refused == [
        f'fact (given by hand): found "{key!a}", expected one of {", ".join(KNOWN)}; '
        "correct the name of the fact"
    ]


def test_facts_of_the_file_go_to_its_reader():
    facts = {"name": "Open", "start": "2026-01-10", "weight": "1"}
    assert in_files(facts) == {"name": "Open", "start": "2026-01-10"}
    assert refusals(facts) == (ManualFacts(), [])
    problems = read_trf(b"", in_files(dict.fromkeys(KNOWN, "2026-01-10"))).problems
    assert [problem.field for problem in problems] == ["file"]


def wrong_options(**changes):
    problems = Problems()
    read_options(ImportOptions(**{"pools": ("fide-standard",), **changes}), problems)
    return [str(problem).split(", expected")[0] for problem in problems.all()]


def test_the_defaults_are_right():
    assert wrong_options() == []
    assert wrong_options(tournament="torino-2026", number_scheme="fid") == []
    assert wrong_options(tournament="T-000412") == []


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"pools": ()}, ["pool: found nothing"]),
        ({"pools": ("a b", "")}, ['pool: found "a b"', "pool: found nothing"]),
        ({"pools": ("\udc80",)}, ['pool: found "\ufffd"']),
        ({"pools": ("x" * 101,)}, [f'pool: found "{"x" * 59}…"']),
        ({"recorded_by": "Anna Rossi"}, ['recorded by: found "Anna Rossi"']),
        ({"number_scheme": "U.S."}, ['number scheme: found "U.S."']),
        ({"tournament": "T-12"}, ['tournament: found "T-12"']),
        ({"tournament": "T-0004121"}, ['tournament: found "T-0004121"']),
        ({"tournament": "è"}, ['tournament: found "è"']),
    ],
)
def test_an_option_that_no_event_could_hold_is_refused(changes, refused):
    assert wrong_options(**changes) == refused


def test_the_digest_is_of_what_the_options_say():
    plain = ImportOptions(("a",), facts={"name": "Città", "place": "Torino"})
    same = ImportOptions(("a",), facts={"place": " Torino", "name": "Citta\u0300"})
    assert plain.digest == same.digest
    others = [
        ImportOptions(("b",), facts=plain.facts),
        ImportOptions(("a",), facts={"name": "Città"}),
        ImportOptions(("a",), facts=plain.facts, register_new=True),
        ImportOptions(("a",), facts=plain.facts, number_scheme="fid"),
        ImportOptions(("a",), facts=plain.facts, recorded_by="u-1"),
        ImportOptions(("a",), facts=plain.facts, tournament="x"),
    ]
    assert len({edition.digest for edition in [plain, *others]}) == 7
    assert ImportOptions(("a",), facts=plain.facts, number_scheme="fide").digest == plain.digest


@pytest.mark.parametrize(
    ("text", "value"), [("yes", True), ("true", True), ("no", False), ("false", False)]
)
def test_yes_and_no_are_said_as_where_a_tournament_is_announced(text, value):
    given, refused = refusals({"hybrid": text})
    assert not refused
    assert given.hybrid is value


@pytest.mark.parametrize(
    ("text", "weight"), [("100%", "1"), ("50%", "1/2"), ("2/4", "1/2"), ("75 %", "3/4"), ("2", "2")]
)
def test_a_weight_is_any_share_in_percent_too(text, weight):
    """The rulebook decides which shares a regulation knows."""
    assert read_manual_facts({"weight": text}, Problems()).weight == weight
