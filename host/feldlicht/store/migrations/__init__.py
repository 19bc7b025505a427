"""Alembic's script folder: how the tables came to be, one file a step. Shipped inside the package."""
