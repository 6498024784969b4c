"""Pages on paper: the answer of a page as a PDF, laid out by typst.

document    what a paper holds: headings, texts, tables; every text in the reader's language
printing    a document as PDF, the same bytes for the same document
bulletin    a rating list
card        a player
worksheet   the worksheet of a rating
crosstable  the table of a tournament
typesetting the program that lays it out, by typst
layout.typ  how a document looks; it gets texts as data, never as code
"""
