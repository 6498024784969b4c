"""A program of its own: lays out a document (JSON, standard input) as PDF (standard output).

typst keeps what it has laid out as long as its process lives: half a gigabyte for a long list. The
only line of standard error is the time of the processor, in seconds, and whether the mark is left
out. The argument `tagged` adds
what a screen reader needs to read a table cell by cell.
"""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Final

LAYOUT: Final = Path(__file__).with_name("layout.typ")

MOST_SECONDS: Final = 60
MOST_BYTES: Final = 4 << 30
"""Of the processor and of memory, for one paper."""


MARK_LEFT_OUT: Final = "mark-left-out"


def main() -> None:
    """Lay out the document; a mark that typst cannot draw is left out."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    import typst

    def laid_out(document: str) -> bytes:
        compiler = typst.Compiler(
            LAYOUT.read_bytes(),
            root=LAYOUT.parent,  # a mark can name files, and finds none here
            font_paths=typst.Fonts(include_system_fonts=False),  # others on another machine
            sys_inputs={"document": document},
        )
        pdf = compiler.compile(format="pdf", pdf_tags="tagged" in sys.argv)
        assert isinstance(pdf, bytes)
        return pdf

    document, remark = sys.stdin.buffer.read().decode(), ""
    try:
        pdf = laid_out(document)
    except typst.TypstError:
        without = {**json.loads(document), "mark": None}
        pdf, remark = laid_out(json.dumps(without)), MARK_LEFT_OUT
    sys.stdout.buffer.write(pdf)
    sys.stderr.write(f"{time.process_time()} {remark}\n")


if __name__ == "__main__":
    main()
