"""Tournament description files (`.tdf`) of the program Vega."""
