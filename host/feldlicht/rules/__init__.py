"""Rule systems: pure engines, one folder each, behind the contract of :mod:`feldlicht.rules.game`."""
