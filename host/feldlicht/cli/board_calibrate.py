"""``feldlicht board calibrate``: the zero of a linear board, and how well it feels a magnet in each cell."""

from __future__ import annotations

from feldlicht.cli.board_picture import Picture
from feldlicht.cli.board_probe import Probe
from feldlicht.cli.board_selftest import Broken, Session, tell
from feldlicht.cli.ending import StopAsked, stopping
from feldlicht.link.messages import Configure, Word
from feldlicht.link.port import FoundPort
from feldlicht.selftest.findings import Finding
from feldlicht.selftest.touch import Margins, judge_margins


def calibrate(port: FoundPort, threshold: int | None, as_json: bool, language: str) -> int:
    """Set and keep the zero, then show the margins; return the exit code of the gravest finding.

    ``threshold``: have the board keep this one, in tenths of a millitesla. Raises ``Refused``: as opening the port,
    ``NO_CELLS``.
    """
    with Probe(port) as probe:
        probe.need_cells()
        session = Session(probe, language, as_json)
        if not probe.linear:
            session.say("calibrate.switches")
            return 0
        with stopping():
            try:
                if threshold is not None and probe.keep(Configure(threshold=threshold)) is not Word.OK:
                    session.say("calibrate.not_kept")
                    raise Broken
                _zero(session, probe)
                _touch(session, probe, threshold or probe.threshold)
                session.report.whole = True
            except (StopAsked, Broken):
                # What was found up to here is told all the same.
                pass
        return tell(session.report, probe, as_json, language)


def _zero(session: Session, probe: Probe) -> None:
    session.empty()
    if any(one.finding is Finding.STUCK_CELL for one in session.report.found):
        raise Broken
    word = probe.zero()
    session.say("calibrate.zero" if word is Word.OK else "calibrate.not_kept")
    if word is not Word.OK:
        raise Broken


def _touch(session: Session, probe: Probe, threshold: int) -> None:
    margins = Margins(threshold)
    session.say("calibrate.touch")
    with Picture(not session.quiet) as shown:
        while not session.typed():
            if (survey := probe.survey()) is None:
                raise Broken
            margins = margins.after(survey)
            shown.show({which: str(margins.percent(which)) for which in margins.felt})
    session.report.found += judge_margins(margins)
    session.report.tested |= set(margins.felt)
    if margins.felt:
        least = min(margins.felt, key=margins.percent)
        session.say("calibrate.least", percent=margins.percent(least), millitesla=f"{margins.felt[least] / 100:.1f}")
