"""Histories from a body's own list on, as text and as XML, by the guide alone."""

import shlex
import shutil

import pytest

from tests.support.command import done, run
from tests.support.shown_pages import ROOT, commands

PAGE = ROOT / "ops" / "guide" / "body-list.md"
DAY = "2025-10-01"
FLAGS = {"Alberti, Ada": "w", "Bruni, Bo": "", "Danti, Dora": "wi", "Gallo, Gino": ""}


@pytest.mark.parametrize("form", ["txt", "xml"])
def test_three_months_after_a_list_come_out_as_the_body_has_them(form, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "ops" / "guide", tmp_path / "ops" / "guide")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "guide.ledger"))
    words = [
        shlex.split(shown.command.replace("fide-october.txt", f"fide-october.{form}"))[1:]
        for shown in commands(PAGE.read_text())
    ]
    answers = [run(*each) for each in words]
    compared, taken = answers[-2:]
    assert [each[:2] for each in words[-2:]] == [
        ["external-list", "compare"],
        ["external-list", "take-details"],
    ]
    assert "differences: nothing" in compared.out
    assert "nothing differs from the register" in taken.out
    assert (compared.code, taken.code) == (0, 0)
    (exported,) = (a.out for a, each in zip(answers, words, strict=True) if each[1] == "export")
    flags = {line[15:76].strip(): line[132:].strip() for line in exported.splitlines()[1:]}
    assert {name: flags[name] for name in FLAGS} == FLAGS


def test_a_recorded_list_that_does_not_say_its_kind_is_doubted(tmp_path, monkeypatch):
    """The ratings would be consulted by nobody: guests would stay unrated without a word."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    done("init", "--origin", "example.org", "--zone", "Europe/Rome")
    listed = ROOT / "ops" / "guide" / "fide-october.xml"
    told = run(
        "external-list",
        "record",
        listed,
        "--issuer",
        "fide",
        "--list",
        "2025-10",
        "--list-date",
        DAY,
    )
    assert (told.code, "no rulebook consults its ratings" in told.out + told.err) == (0, True)
    again = ("--list", "2025-10.2", "--list-date", DAY, "--kind", "standard")
    told = run("external-list", "record", listed, "--issuer", "fide", *again)
    assert "no rulebook consults its ratings" not in told.out + told.err
