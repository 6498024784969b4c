"""Parts of the OpenAPI document among the components."""

from typing import Any


def parameters_of(document: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of an operation, including parameters shared by several operations."""
    shared = document["components"]["parameters"]
    names = (one.get("$ref", "").rpartition("/")[2] for one in operation["parameters"])
    return [
        shared[name] if name else one
        for name, one in zip(names, operation["parameters"], strict=True)
    ]
