"""The sentences of the templates: what `say` is called with, for the catalogue."""

from collections.abc import Iterator
from typing import Final

from jinja2 import Environment, nodes

from ops.catalogue.found import ROOT, Found, has_words
from ops.pages.declare import TEMPLATES

MAKER: Final = "say"


def of_templates() -> Iterator[Found]:
    """Yield the sentences of all templates.

    Raises ValueError for a sentence that is no text literal.
    """
    parser = Environment(autoescape=True)
    for path in sorted(TEMPLATES.rglob("*.*")):
        file = str(path.relative_to(ROOT))
        for call in parser.parse(path.read_text()).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == MAKER:
                texts = [_literal(argument, file) for argument in call.args]
                if has_words(texts[0]):
                    yield Found(texts[0], texts[1] if len(texts) > 1 else "", file)


def _literal(argument: nodes.Expr, file: str) -> str:
    if isinstance(argument, nodes.Const) and isinstance(argument.value, str):
        return argument.value
    where = f"{file}:{argument.lineno}"
    raise ValueError(f"{where}: the template of a sentence must be a text, and no expression")
