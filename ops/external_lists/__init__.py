"""Lists in files: of other bodies, recorded and compared with ours; ratings carried over.

questions         what is recorded of a body; a list of ours compared with one of theirs
recordings        recording a list, taking details, accepting ratings, carrying ratings over
files             inputs that all of them share: the file, and how it is written
recorded_lists    which lists are recorded, and the row of a player
recording_list    the recording of a list, with probable slips
comparing         a list of ours against theirs, row by row; causes: probable causes
details           names, titles, sexes … on their list, against the register
taking_details    the details taken into the register
accepting         ratings of theirs accepted as adjustments of ours
carrying_over     the ratings with which the histories of a pool begin
receipts, words   what is said of all this
"""
