"""An edition read from its files: columns, numbers and articles, over the text it amends."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.admission import with_counting
from projections.rulebooks.engine.columns import Edition, columns_of
from projections.rulebooks.engine.inheritance import kept_by
from projections.rulebooks.engine.side_files import BINDING, WORDS, with_side_file


def load_edition(
    rulebook: str,
    package: str,
    name: str,
    amends: Edition | None = None,
    waiting: Sequence[str] = (),
) -> Edition:
    """Read an edition: `edition_YYYY_MM_DD.py` and `.toml` beside it, over the one it amends.

    Its module states columns and ARTICLES and, over another edition, what of that one does not
    hold: REPEALS names columns, numbers and articles. An older text may be told by a later one:
    where it is numbered otherwise, NUMBERING gives its article for each of the later text, and
    ARTICLES stands for itself. The articles on what counts and the side files join it: see
    `counting` and `side_files`.
    """
    stem = f"edition_{name.replace('-', '_')}"
    module = importlib.import_module(f"{package}.{stem}")
    path = Path(str(module.__file__)).with_suffix(".toml")
    kept = kept_by(module, amends.bare or amends if amends else None)
    stated = numbers.load(path, kept.numbers)
    edition = Edition(
        rulebook=rulebook,
        name=name,
        module=module,
        columns={**kept.columns, **{n: kept.cite(c) for n, c in columns_of(module).items()}},
        numbers=numbers.by_name(stated),
        digest=numbers.digest(stated),
        articles={**kept.articles, **_articles(module)},
        waiting=tuple(waiting) or (amends.waiting if amends else ()),
        told_by=amends,
    )
    for word in (each for each in WORDS if each in BINDING):
        edition = with_side_file(edition, word)
    edition = with_counting(edition, package)
    for word in (each for each in WORDS if each not in BINDING):
        edition = with_side_file(edition, word)
    return edition


def _articles(module: ModuleType) -> Mapping[str, str]:
    articles: Mapping[str, str] = module.ARTICLES
    return articles
