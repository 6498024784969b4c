"""Settings: precedence, every problem at once, secrets never shown."""

import json
import re
import traceback
from pathlib import Path

import pytest

from ops.answers.service_settings import meaning, service_settings
from ops.settings import SettingsRefused, read
from ops.settings.fields import DEFAULTS, HIDDEN
from ops.settings.reading import NAMES, variable
from tests.support.command import done, run

SECRET = "-".join(("unguessable", "4711", "unguessable", "0815"))
HOOK = {"name": "office", "url": "https://office.example.org/in", "secret": SECRET}
GUIDE = Path(__file__).parents[3] / "ops" / "guide" / "service.md"


def file_of(folder, text, mode=0o600):
    """Return the path of a file of settings."""
    path = folder / "service.toml"
    path.write_text(text)
    path.chmod(mode)
    return path


def problems(environment):
    """Every problem of refused settings."""
    with pytest.raises(SettingsRefused) as refused:
        read(environment)
    return list(refused.value.refusals())


# ------------------------------------------------------------------------------------- right values


def test_without_anything_the_defaults_hold_and_nobody_else_reaches_the_service():
    found = read({})
    assert found.settings == DEFAULTS
    assert found.settings.host == "127.0.0.1"
    assert not found.settings.is_public
    assert found.settings.cors_origins == found.settings.trusted_proxies == ()
    assert found.sources == {}


def test_an_option_comes_before_the_environment_and_the_environment_before_the_file(tmp_path):
    path = file_of(tmp_path, 'port = 1\nworkers = 2\nhost = "::1"\nledger = "a.ledger"\n')
    environment = {"LEDGER_SETTINGS": str(path), "LEDGER_PORT": "10", "LEDGER_WORKERS": "20"}
    found = read(environment, {"port": 100})
    assert (found.settings.port, found.settings.workers, found.settings.host) == (100, 20, "::1")
    assert found.sources == {
        "port": "--port",
        "workers": "LEDGER_WORKERS",
        "host": str(path),
        "ledger": str(path),
    }


def test_a_list_in_a_variable_has_commas():
    found = read({"LEDGER_TRUSTED_PROXIES": "10.0.0.7, 2001:db8::/64", "LEDGER_CORS_ORIGINS": ""})
    assert found.settings.trusted_proxies == ("10.0.0.7", "2001:db8::/64")
    assert found.settings.cors_origins == ()


def test_a_webhook_takes_its_secret_from_a_private_file(tmp_path):
    secret = tmp_path / "office.secret"
    secret.write_text(f"{SECRET}\n")
    secret.chmod(0o600)
    table = f'[[webhooks]]\nname = "office"\nurl = "{HOOK["url"]}"\nsecret_file = "{secret}"\n'
    path = file_of(tmp_path, table, mode=0o644)
    (hook,) = read({"LEDGER_SETTINGS": str(path)}).settings.webhooks
    assert (hook.name, hook.url, hook.secret.reveal()) == ("office", HOOK["url"], SECRET)


def test_variables_of_other_programs_are_no_settings():
    assert (
        read(
            {"LEDGER_KEY": "x", "LEDGER_LANG": "it", "LEDGER_TEST_FULL": "1", "PATH": "/bin"}
        ).sources
        == {}
    )


# ------------------------------------------------------------------------------------- wrong values

WRONG = {
    "unknown": ({"LEDGER_PROT": "1"}, "LEDGER_PROT", "did you mean LEDGER_PORT?"),
    "unknown and like nothing": ({"LEDGER_QQQQQQ": "1"}, "LEDGER_QQQQQQ", "`ledger settings show`"),
    "no number": ({"LEDGER_PORT": "http"}, "port", "found http, expected a whole number from 0 to"),
    "empty number": ({"LEDGER_PORT": ""}, "port", "found nothing"),
    "fraction": ({"LEDGER_WORKERS": "1.5"}, "workers", "a whole number from 1 to 64"),
    "below": ({"LEDGER_WORKERS": "0"}, "workers", "from 1 to 64"),
    "above": ({"LEDGER_PORT": "65536"}, "port", "from 0 to 65,535"),
    "address of another program": ({"LEDGER_PORT": "tcp://10.0.0.1:80"}, "port", "a whole number"),
    "no yes or no": ({"LEDGER_SCHEDULE_INSIDE": "yes"}, "schedule_inside", "true or false"),
    "no such word": ({"LEDGER_LOG_LEVEL": "INFO"}, "log_level", "debug or info or warning or"),
    "host by name": ({"LEDGER_HOST": "ratings.example.org"}, "host", "an IP address"),
    "empty host": ({"LEDGER_HOST": ""}, "host", "found nothing, expected an IP address"),
    "every proxy": (
        {"LEDGER_TRUSTED_PROXIES": "0.0.0.0/0"},
        "trusted_proxies",
        "not every address",
    ),
    "no proxy": ({"LEDGER_TRUSTED_PROXIES": "10.0.0.1,*"}, "trusted_proxies", "found *"),
    "network with host bits": (
        {"LEDGER_TRUSTED_PROXIES": "10.0.0.1/24"},
        "trusted_proxies",
        "a ne",
    ),
    "every origin": ({"LEDGER_CORS_ORIGINS": "*"}, "cors_origins", "no path, no *"),
    "origin with path": ({"LEDGER_CORS_ORIGINS": "https://a.org/"}, "cors_origins", "an origin"),
    "origin null": ({"LEDGER_CORS_ORIGINS": "null"}, "cors_origins", "an origin"),
    "no ledger": ({"LEDGER": "mysql://u@h/d"}, "ledger", "a path, or postgresql://"),
    "empty ledger": ({"LEDGER": ""}, "ledger", "a path, or postgresql://"),
    "no folder": ({"LEDGER_BACKUP_FOLDER": "/nowhere"}, "backup_folder", "an existing folder"),
    "backups of PostgreSQL": (
        {"LEDGER_BACKUP_FOLDER": str(Path.cwd()), "LEDGER": "postgresql://u@h/d"},
        "backup_folder",
        "pg_dump backs it up",
    ),
    "no certificates": (
        {"LEDGER_WEBHOOKS": json.dumps([{**HOOK, "ca_file": "/nowhere"}])},
        "webhooks[1].ca_file",
        "a file that this user may read",
    ),
    "no JSON": ({"LEDGER_WEBHOOKS": "office"}, "webhooks", "a list of tables"),
    "JSON of another form": ({"LEDGER_WEBHOOKS": '{"name": 1}'}, "webhooks", "a list of tables"),
    "plain http": (
        {"LEDGER_WEBHOOKS": json.dumps([{**HOOK, "url": "http://office.example.org"}])},
        "webhooks[1]",
        "an https address",
    ),
    "address with a password": (
        {"LEDGER_WEBHOOKS": json.dumps([{**HOOK, "url": f"https://u:{SECRET}@example.org"}])},
        "webhooks[1]",
        "without user and password",
    ),
    "short secret": (
        {"LEDGER_WEBHOOKS": json.dumps([{**HOOK, "secret": SECRET[:31]}])},
        "webhooks[1]",
        "32 characters or more",
    ),
    "no secret": (
        {"LEDGER_WEBHOOKS": json.dumps([{"name": "office", "url": HOOK["url"]}])},
        "webhooks[1]",
        "either secret or secret_file",
    ),
    "two of one name": ({"LEDGER_WEBHOOKS": json.dumps([HOOK, HOOK])}, "webhooks", "another name"),
    "webhook and mailbox of one name": (
        {
            "LEDGER_WEBHOOKS": json.dumps([HOOK]),
            "LEDGER_MAIL_SERVER": "mail.example.org",
            "LEDGER_MAIL_SENDER": "ratings@example.org",
            "LEDGER_MAIL_RECIPIENTS": "office=a@example.org",
        },
        "webhooks",
        "another name for each recipient",
    ),
    "mailbox without a name": (
        {"LEDGER_MAIL_RECIPIENTS": "a@example.org"},
        "mail_recipients",
        "e.g. office=office@example.org",
    ),
    "part of a webhook": (
        {"LEDGER_WEBHOOKS": json.dumps([{**HOOK, "secert": SECRET}])},
        "webhooks[1].secert",
        "did you mean webhooks[1].secret?",
    ),
    "mail without sender": (
        {"LEDGER_MAIL_SERVER": "mail.example.org", "LEDGER_MAIL_RECIPIENTS": "a=a@example.org"},
        "mail_sender",
        "because mail_server is set",
    ),
    "mail without server": (
        {"LEDGER_MAIL_RECIPIENTS": "a=a@example.org"},
        "mail_server",
        "because mail_recipients is set",
    ),
    "two lines of mail": (
        {"LEDGER_MAIL_SENDER": "a@example.org\nBcc: b@example.org"},
        "mail_sender",
        "a mail address",
    ),
    "user without password": ({"LEDGER_MAIL_USER": "u"}, "mail_password", "mail_user is set"),
    "no file": ({"LEDGER_SETTINGS": "/nowhere"}, "LEDGER_SETTINGS", "No such file"),
    "no file for a secret": (
        {"LEDGER_MAIL_PASSWORD_FILE": "/nowhere"},
        "mail_password_file",
        "a file that this user may read",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_named_with_what_is_expected(case):
    environment, field, words = WRONG[case]
    (problem,) = problems(environment)
    assert problem.field == field
    assert words in str(problem.message)
    assert SECRET not in str(problem.message)


FILES = {
    "no TOML": ("port =", "LEDGER_SETTINGS", "Invalid value"),
    "unknown": ("prot = 1", "prot", "did you mean port?"),
    "text for a number": ('port = "80"', "port", "a whole number"),
    "text for a list": ('cors_origins = "https://a.org"', "cors_origins", "a list of texts"),
    "section": ("[server]\nport = 1", "server", "there is no such setting"),
    "number for a text": ("ledger = 3", "ledger", "a text"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_wrong_file_is_named_with_its_place(tmp_path, case):
    text, field, words = FILES[case]
    path = file_of(tmp_path, text)
    (problem,) = problems({"LEDGER_SETTINGS": str(path)})
    assert problem.field == field
    assert words in str(problem.message)
    assert str(path) in str(problem.message)


def test_a_file_with_a_secret_that_others_can_read_is_refused(tmp_path):
    path = file_of(tmp_path, f'mail_password = "{SECRET}"\n', mode=0o640)
    (problem,) = problems({"LEDGER_SETTINGS": str(path)})
    assert "chmod 600" in str(problem.message)
    secret = tmp_path / "mail.secret"
    secret.write_text(SECRET)
    secret.chmod(0o604)
    (problem,) = problems({"LEDGER_MAIL_PASSWORD_FILE": str(secret)})
    assert "chmod 600" in str(problem.message)


def test_all_problems_are_shown_at_once(tmp_path):
    path = file_of(tmp_path, "prot = 1\nworkers = 0\n")
    found = problems({"LEDGER_SETTINGS": str(path), "LEDGER_PORT": "x", "LEDGER_HOST": "here"})
    assert [problem.field for problem in found] == ["prot", "workers", "host", "port"]
    assert {problem.code for problem in found} == {"setting-unknown", "setting-wrong"}


# ------------------------------------------------------------------------------------------ secrets


def test_no_secret_is_ever_shown():
    environment = {
        "LEDGER": f"postgresql://ledger_app:{SECRET}@db.example.org/ratings",
        "LEDGER_WEBHOOKS": json.dumps([{**HOOK, "url": f"https://example.org/{SECRET}"}]),
        "LEDGER_MAIL_PASSWORD": SECRET,
    }
    found = read(environment)
    rows = service_settings(found).rows
    texts = [repr(found), str(found.settings), repr(found.settings.webhooks), str(rows)]
    texts += [f"{found.settings.shown()}", repr(found.settings.mail_password)]
    assert not any(SECRET in text for text in texts)
    values = {row.setting: row.value for row in rows}
    assert values["mail_password"] == HIDDEN
    assert values["webhooks"] == ("office (https://example.org)",)
    assert "db.example.org" in values["ledger"]
    with pytest.raises(SettingsRefused) as refused:
        read({**environment, "LEDGER_MAIL_USER": "u", "LEDGER_PORT": "x"})
    assert SECRET not in "".join(traceback.format_exception(refused.value))


# ----------------------------------------------------------------------------------------- commands


@pytest.fixture
def nothing_set(monkeypatch):
    """No variable of a ledger."""
    for name in ("LEDGER", "LEDGER_SETTINGS", *map(variable, NAMES)):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_the_commands_show_and_check_the_settings(nothing_set, tmp_path):
    path = file_of(tmp_path, f'port = 9000\nmail_password = "{SECRET}"\n')
    assert "the settings are right: 2 given" in done("settings", "check", "--settings", path)
    shown = done("settings", "show", "--settings", path)
    assert re.search(rf"port +9000 +{re.escape(str(path))}", shown)
    assert SECRET not in shown
    nothing_set.setenv("LEDGER", str(tmp_path / "none.ledger"))
    missing = run("settings", "check", "--settings", path)
    assert (missing.code, "there is no ledger " in missing.err) == (0, True)
    (tmp_path / "none.ledger").touch()
    assert run("settings", "check", "--settings", path).err == ""
    nothing_set.setenv("LEDGER_PORT", "x")
    refused = run("settings", "check", "--settings", path)
    assert (refused.code, refused.out) == (3, "")
    assert "port (LEDGER_PORT): found x" in refused.err


# -------------------------------------------------------------------------------------------- guide


def written(value):
    """Return a default as the guide writes the value."""
    match value:
        case "" | ():
            return ""
        case bool():
            return f"`{str(value).lower()}`"
    return f"`{value}`"


def test_the_guide_has_every_setting_once_with_variable_default_and_meaning():
    table = [
        f"| `{name}` | `{variable(name)}` | {written(getattr(DEFAULTS, name))} | {meaning(name)} |"
        if name != "mail_password"
        else f"| `{name}` | `{variable(name)}` |  | {meaning(name)} |"
        for name in NAMES
    ]
    lines = GUIDE.read_text("utf-8").splitlines()
    assert [line for line in lines if re.match(r"\| `\w+` \| `LEDGER", line)] == table


def test_every_setting_is_used():
    """A setting without effect would be an empty promise."""
    folder = GUIDE.parents[1]
    paths = (path for path in folder.rglob("*.py") if path.parent != folder / "settings")
    texts = "\n".join(path.read_text("utf-8") for path in paths)
    unused = [
        name for name in NAMES if not re.search(rf"settings\.{name}\b|found\.{name}\b", texts)
    ]
    assert unused == []
