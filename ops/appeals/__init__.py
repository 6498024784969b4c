"""Appeals: what is asked and recorded about them, the work, and the words.

questions     the register, and the file of an appeal, declared once for every door
recordings    the filing and each step of an appeal, and the rules of a pool, likewise
corrections   what a decision corrects, as further commands
"""
