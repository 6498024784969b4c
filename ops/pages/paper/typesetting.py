"""A program of its own: lays out a document (JSON, standard input) as PDF (standard output).

typst keeps what it has laid out as long as its process lives: half a gigabyte for a long list. The
only line of standard error is the time of the processor, in seconds. The argument `tagged` adds
what a screen reader needs to read a table cell by cell.
"""

import resource
import sys
import time
from pathlib import Path
from typing import Final

LAYOUT: Final = Path(__file__).with_name("layout.typ")

MOST_SECONDS: Final = 60
MOST_BYTES: Final = 4 << 30
"""Of the processor and of memory, for one paper."""


def main() -> None:
    """Lay out the document."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    import typst

    compiler = typst.Compiler(
        LAYOUT.read_bytes(),
        font_paths=typst.Fonts(include_system_fonts=False),  # a machine's would give other bytes
        sys_inputs={"document": sys.stdin.buffer.read().decode()},
    )
    pdf = compiler.compile(format="pdf", pdf_tags="tagged" in sys.argv)
    assert isinstance(pdf, bytes)
    sys.stdout.buffer.write(pdf)
    sys.stderr.write(f"{time.process_time()}\n")


if __name__ == "__main__":
    main()
