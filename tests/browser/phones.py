"""People who are not at the computer of the house: the name by which they come, and their phones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.browser.conftest import QUICK
from tests.browser.test_accessibility import STILL
from tests.support.host import Host

NAME = "table.localhost"
"""Leads to this computer without asking anyone, and is not the name by which the owner comes."""
OPEN = QUICK | {"FELDLICHT_LAN": "yes", "FELDLICHT_NAMES": NAME, "FELDLICHT_ADDRESS": NAME}
SAYS_NO = re.compile(r"status of (403|429)")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True} | STILL


@dataclass
class Elsewhere:
    """The house as those see it who are not at its computer."""

    house: Host

    @property
    def address(self) -> str:
        return self.house.address.replace("127.0.0.1", NAME)
