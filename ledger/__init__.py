"""Facts: what happened, who said so, in which order. Append-only; knows no rating rule."""
