"""Battle reports: the table drawn in text, the account of what happened, the score."""
