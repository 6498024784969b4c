"""Files that leave the ledger and can be read back: reports, and the ledger as a whole."""
