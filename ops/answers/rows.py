"""Rows by the names of their columns."""

from typing import Any

Row = dict[str, Any]
