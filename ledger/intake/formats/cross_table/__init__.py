"""Cross tables as CSV files, as Italian draughts tournaments write them."""
