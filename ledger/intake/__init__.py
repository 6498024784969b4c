"""Intake: a file becomes events, or every problem of the file is reported.

formats         readers of the file formats
people          entrants of a report matched with players of the register
import_report   reports of tournaments
carry_over      the ratings with which a pool begins
external_list   rating lists of other bodies
"""
