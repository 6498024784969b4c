"""Eras proved by Apache Spark: the same as by processes of this machine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import update

from ledger.store import schema
from ledger.store.ledger import Ledger
from ops.upkeep.eras import eras, proofs
from ops.upkeep.on_spark import Found, proved
from projections import official
from tests.support.command import done
from tests.support.counts import FULL
from tests.support.tampering import unguarded

pytestmark = pytest.mark.skipif(not FULL, reason="starts Spark: with --full")
APART = 3


def java() -> int:
    """Return the version of Java, or 0."""
    if shutil.which("java") is None:
        return 0
    ran = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False)
    version = ran.stderr.partition('"')[2].partition(".")[0]
    return int(version) if version.isdecimal() else 0


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql", reason="the extra `spark` is not installed")
    if java() < 17:
        pytest.skip("Spark needs Java 17")
    root = str(Path(__file__).parents[3])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    paths = [root, *sys.path]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    builder = sql.SparkSession.builder.master("local[2]").appName("eras")
    builder = builder.config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    with builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate() as session:
        yield session


@pytest.fixture
def ledgers(sample, tmp_path, monkeypatch):
    """Two copies of the sample season with a state after each third closing; a damaged one."""
    monkeypatch.setattr(official, "STATES_APART", APART)
    found = []
    for name in ("whole", "damaged"):
        found.append(str(shutil.copy(sample, tmp_path / f"{name}.ledger")))
        done("rebuild", "--ledger", found[-1])
    with Ledger.open(found[1]) as ledger, unguarded(ledger.engine) as connection:
        here = schema.event.c.position == eras(ledger).every[1].first + 1
        connection.execute(update(schema.event).where(here).values(valid_on="x"))
    return found


def test_each_digest_and_each_fault_is_the_one_of_the_processes(spark, ledgers):
    """The negative control: of the damaged ledger the damaged era alone has faults."""
    by_spark = list(proved(spark, ledgers))
    by_processes = []
    for address in ledgers:
        with Ledger.open(address) as ledger:
            found = proofs(ledger, eras(ledger).every, workers=2)
        by_processes += [Found.of(address, proof) for proof in found]
    assert by_spark == by_processes
    assert sum(len(one.records) for one in by_spark if one.address == ledgers[0]) == 9
    assert [(one.address, one.number) for one in by_spark if one.faults] == [(ledgers[1], 2)]
