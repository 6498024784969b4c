"""What leaves the ledger: reports, and the ledger as a whole, in files that can be read back."""
