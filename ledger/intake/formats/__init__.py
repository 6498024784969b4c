"""Readers of files: tournament reports and rating lists.

    trf             FIDE's report files
    cross_table     cross tables as CSV files
    tdf             report files of Vega
    rating_list     rating lists of other bodies

The other modules are shared by several formats.
"""
