"""The service over the sample, as shown by `ops/run`."""

import json
import re
import shutil
import subprocess

import pytest

from ops.sample.service import QUESTION, answered, show
from tests.support.served import served
from tests.support.shown_pages import ROOT

pytestmark = pytest.mark.waits


def test_the_question_is_answered_and_the_service_ends(sample, tmp_path, capsys):
    address = shutil.copy(sample, tmp_path / "sample.ledger")
    with served(address) as client:
        expected = client.get(QUESTION).json()
    show(str(address))
    asked, shown = capsys.readouterr().out.splitlines()
    assert json.loads(shown) == expected
    assert re.fullmatch(rf"\$ curl 'http://127\.0\.0\.1:\d+{re.escape(QUESTION)}'", asked)
    assert shown.startswith('{"version":2,"about":{"pool":"fide-standard"')


def test_a_service_that_does_not_start_is_named(tmp_path):
    with pytest.raises(SystemExit, match="the service did not start"):
        answered(str(tmp_path / "none.ledger"), QUESTION)


def test_another_argument_of_the_demonstration_is_refused():
    ran = subprocess.run([ROOT / "ops/run", "--other"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "usage: ops/run [--no-serve]" in ran.stderr
