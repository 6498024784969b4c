"""Tournaments: their corrections, annulments and announcements.

corrections   corrections by command, also those of a decision on an appeal; announcements
details       details of a tournament as an input
correcting    results, entrants and details corrected
annulling     reports annulled and reinstated
announcing    tournaments announced before play
receipts      receipts of these
"""
