"""The log and the registers in SQL: what a table keeps when the power goes."""
