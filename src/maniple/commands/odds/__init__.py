"""`maniple odds`: questions about chance, and their answers in words, tables, JSON and pages."""
