"""Intake: a file becomes events, or every problem of the file is reported.

Each part rests only on those drawn above it.

    files, recording   open a file safely; append a composed request
    formats            readers of the file formats
    people             entrants of a report matched with players of the register
    external_list      rating lists of other bodies
    import_report      reports of tournaments
    carry_over         the ratings with which a pool begins
"""
