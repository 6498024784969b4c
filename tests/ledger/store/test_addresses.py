"""Mistyped addresses are refused in words: no file is made, no password shown."""

import pytest
from sqlalchemy import make_url

from ledger.errors import NotALedger, Unavailable
from ledger.store import addresses
from ledger.store.ledger import Ledger

PLANTED = "s3cret"
MISTYPED = [
    f"postgresql//u:{PLANTED}@h/db",
    f"postgresql:/u:{PLANTED}@h/db",
    f"postgresql:u:{PLANTED}@h/db",
    f"postgresql ://u:{PLANTED}@h/db",
    f"postgresql://u:{PLANTED}@h:port/db",
    f"postgresql://u:{PLANTED}@[::1/db",
    f"postgresql://u:x@{PLANTED}@h/db",
    f"postgres://u:{PLANTED}@h/db",
    f"mysql://u:{PLANTED}@h/db",
    f"://u:{PLANTED}@h",
    f"u:{PLANTED}@h/db",
    f"host=h password={PLANTED} dbname=x",
    f"host=h password='{PLANTED} {PLANTED}' dbname=x",
    f"postgresql://u:{PLANTED}@127.0.0.1:1/db?nonsense=1",
    f"//u:{PLANTED}@h/db",
]


@pytest.mark.parametrize("address", MISTYPED)
def test_a_mistyped_address_is_refused_and_makes_no_file(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for door in (Ledger.open, lambda where: Ledger.create(where, "example.org", "UTC")):
        with pytest.raises(NotALedger) as refused:
            door(address)
        assert PLANTED not in str(refused.value)
        assert PLANTED not in repr([*refused.value.refusals()])
    assert PLANTED not in addresses.shown(address)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"postgresql://u:{PLANTED}@h/db", "postgresql://u:***@h/db"),
        (f"postgresql://h/db?password={PLANTED}&user=u", "postgresql://h/db?password=***&user=u"),
        ("postgresql://u@h/db", "postgresql://u@h/db"),
        ("postgresql:///?service=ledger", "postgresql:///?service=ledger"),
        ("a folder/ratings.ledger", "a folder/ratings.ledger"),
        ("./u:x@h.ledger", "./u:x@h.ledger"),
    ],
)
def test_an_address_is_shown_without_its_password(address, shown):
    assert addresses.shown(address) == shown


def test_a_server_that_is_not_there_is_unavailable_and_no_password_is_shown():
    with pytest.raises(Unavailable) as failed:
        Ledger.open(f"postgresql://u:{PLANTED}@127.0.0.1:1/db")
    assert PLANTED not in str(failed.value)


def test_passwords_in_a_text_are_hidden():
    text = "at postgresql+psycopg://u:{}@h/db, PostgreSQL (postgresql://u@h) password={}"
    hidden = addresses.without_passwords(text.format(f"{PLANTED}/x:", PLANTED))
    assert hidden == text.format("***", "***")


def test_a_service_file_and_the_environment_name_server_and_password(
    postgres_database, tmp_path, monkeypatch
):
    """The guide for operators describes such an address."""
    url = make_url(postgres_database)
    service = tmp_path / "pg_service.conf"
    service.write_text(f"[ratings]\nhost={url.host}\nport={url.port}\ndbname={url.database}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(service))
    monkeypatch.setenv("PGUSER", url.username or "")
    monkeypatch.setenv("PGPASSWORD", url.password or PLANTED)
    Ledger.create("postgresql:///?service=ratings", "example.org", "UTC").close()
    with Ledger.open("postgresql:///?service=ratings") as ledger:
        assert ledger.read.head().origin == "example.org"
    assert addresses.shown("postgresql:///?service=ratings") == "postgresql:///?service=ratings"
