"""Cross tables as CSV files, as tournaments write them."""
