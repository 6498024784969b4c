"""Readers of files: tournament reports and rating lists, each format in a separate folder.

    trf             FIDE's report files
    cross_table     cross tables as CSV files
    tdf             report files of Vega
    rating_list     rating lists of other bodies

Modules beside these folders are shared by several formats.
"""
