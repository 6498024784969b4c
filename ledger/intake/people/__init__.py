"""Who is who: entrants recognised as players of the register, or asked about."""
