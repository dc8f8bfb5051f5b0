"""The drivers: who answers what a rule asks, and the record of a battle."""
