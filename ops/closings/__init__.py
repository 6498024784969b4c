"""Rating lists: their days, closing, printing again, publication.

recordings   what is recorded about lists, declared once for every door
"""
