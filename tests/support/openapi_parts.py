"""Parts of the OpenAPI document that stand among its components."""

from typing import Any


def parameters_of(document: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of an operation, those stated once for several operations too."""
    shared = document["components"]["parameters"]
    names = (one.get("$ref", "").rpartition("/")[2] for one in operation["parameters"])
    return [
        shared[name] if name else one
        for name, one in zip(names, operation["parameters"], strict=True)
    ]
