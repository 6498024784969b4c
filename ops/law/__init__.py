"""The law for readers.

reading_rules    articles on a day, with numbers, functions, tests and readings
rule_tests       the tests of each article, from the index `tests_of_articles.json`
texts            the texts of the editions, and the titles of articles
comparisons      the last comparison of an edition with its text, and whether one is due
readings         what a text leaves open, and the reading chosen
coverage         the page COVERAGE.md: each unit of a text, with its code or the reason for none
"""
