"""The board as the host sees it: layout, journal, reading of hands, composition of light. Pure."""
