"""What settles a matter, and names of inputs, as pages say them: in words, without addresses."""

from collections.abc import Mapping
from typing import Final

from ledger.sentences import Input, Remedy, Sentence
from ops.doors.remedies import use_case
from ops.pages.declare import Section
from ops.pages.links import pages, questions_by_name
from ops.words import fields, said

_SECTIONS: Final[Mapping[Section, Sentence]] = {
    "lists": Sentence("the page of rating lists"),
    "players": Sentence("the page of players"),
    "tournaments": Sentence("the page of tournaments"),
    "rules": Sentence("the page of the rules"),
    "decisions": Sentence("the page of decisions"),
    "": Sentence("its page"),
}


def in_words(remedy: Remedy) -> str:
    """Return a remedy in words: the page that answers, or who answers or records."""
    page = pages().get(remedy.use_case)
    if page is not None:
        return said(_SECTIONS[page.section])
    if remedy.use_case in questions_by_name():
        return said(Sentence("the service for programs"))
    if use_case(remedy.use_case).method:
        return said(Sentence("a recording by the rating office"))
    return said(Sentence("a task for those who run the service"))


def label(asked: Input) -> str:
    """Return the name of an input as forms write it; a place in a document as it is."""
    if not asked.name.isidentifier():
        return asked.name
    return said(fields.label(asked.name))
