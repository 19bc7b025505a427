"""Who this firmware is. Hello carries both."""

FIRMWARE = "0.1.0"
PROTOCOL = 1
