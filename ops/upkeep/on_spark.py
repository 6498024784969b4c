"""Eras of many ledgers proved by the machines of an Apache Spark cluster: an optional extra.

    pip install '.[spark]'            and Java 17
    spark-submit ops/upkeep/on_spark.py LEDGER…

A row is a ledger and an era of it; each becomes a task of its own, and no game moves from one task
to another. A task that is lost is run again: proving changes nothing. What a task reads, and where
ledgers lie, is in ops/guide/archive.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from ops.upkeep.eras import Era, Proof, are_linked, eras, in_process
from ops.words import said

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import SparkSession

_ROWS = "address string, number int, first bigint, last bigint"
_FOUND = "address string, number int, lists int, records map<bigint, string>, "
_FOUND += "faults array<string>, begun string, ended string"

_OTHER_STATE: Final = Sentence("it begins from another state than the era before ends with")


class Found(NamedTuple):
    """What the proof of an era found, as it comes from another machine."""

    address: str
    number: int
    lists: int
    records: dict[int, str]
    """Digests of the records behind the lists, by position of the closing."""
    faults: list[str]
    """In the language of this process."""
    begun: str = ""
    ended: str = ""
    """Digests of the states at both ends: an era begins as the one before has ended."""

    @classmethod
    def of(cls, address: str, proof: Proof) -> Found:
        """Return what a proof found."""
        faults = [said(fault.says) for fault in proof.faults]
        numbers = (proof.era.number, proof.lists)
        return cls(address, *numbers, proof.records, faults, proof.begun, proof.ended)


def proved(
    spark: SparkSession, addresses: Iterable[str], *, persons: bool = True
) -> Iterator[Found]:
    """Prove every era of some ledgers, each in a task; yield what was found in their order.

    Each machine opens the ledgers at these addresses. Not `persons`: copies without what is
    erasable.
    """
    rows = [(address, *era) for address in addresses for era in _eras(address)]
    spread = spark.sparkContext.parallelize(rows, max(1, len(rows)))
    tasks = spark.createDataFrame(spread, _ROWS)
    for row in tasks.mapInArrow(partial(_batches, persons), _FOUND).collect():
        said_of = (dict(row.records), list(row.faults), row.begun, row.ended)
        yield Found(row.address, row.number, row.lists, *said_of)


def _eras(address: str) -> list[Era]:
    with Ledger.open(address, guarded=False) as ledger:
        return eras(ledger).every


def _batches(persons: bool, batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
    """Prove the eras of the rows of a task."""
    import pyarrow

    types = {"records": pyarrow.map_(pyarrow.int64(), pyarrow.string())}
    types |= {"begun": pyarrow.string(), "ended": pyarrow.string()}
    types |= {"faults": pyarrow.list_(pyarrow.string())}
    types |= {"address": pyarrow.string(), "number": pyarrow.int32(), "lists": pyarrow.int32()}
    schema = pyarrow.schema([(name, types[name]) for name in Found._fields])
    for batch in batches:
        for row in batch.to_pylist():
            era = Era(row["number"], row["first"], row["last"])
            found = _found(row["address"], era, persons=persons)
            plain = found._asdict() | {"records": list(found.records.items())}
            yield pyarrow.RecordBatch.from_pylist([plain], schema)


def _found(address: str, era: Era, *, persons: bool) -> Found:
    """Prove an era; a ledger that cannot be read is a fault of its own, and stops no other."""
    try:
        return Found.of(address, in_process(address, era, persons=persons))
    except (LedgerError, SQLAlchemyError, OSError) as error:
        return Found(address, era.number, 0, {}, [str(error)])


def main(addresses: list[str]) -> int:
    """Prove ledgers on the cluster of this program, and print a line for each era."""
    from pyspark.sql import SparkSession

    damaged, before = 0, Found("", 0, 0, {}, [])
    with SparkSession.builder.appName("ledger-verify").getOrCreate() as spark:
        for found in proved(spark, addresses):
            same = found.address == before.address
            if same and not are_linked(before.ended, found.begun):
                found.faults.append(said(_OTHER_STATE))
            damaged, before = damaged + bool(found.faults), found
            sys.stdout.write(
                f"{found.address}\t{found.number}\t{found.lists}\t{len(found.faults)}\n"
            )
            sys.stdout.writelines(f"  {fault}\n" for fault in found.faults)
    return int(damaged > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
