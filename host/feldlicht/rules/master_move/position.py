"""The position line: one printable line with all that play depends on; it round-trips exactly.

``mm1 phase=play turn=yellow kick_off=yellow score=0:0 ply=0 zone=front3 first=yellow anti_patt=directed
formation=yT1:E1,… position==`` and, where there are any, ``relocating=``, ``crossings=``, ``last=`` and ``end=``;
then what is not as it comes: options by their names (``setup=sealed``), and ``ready= building= sealed= sealed_acts=
time= beyond= asked= hinted=`` of the state. ``position==`` says that the figures stand as in the formation.
The order of the words is free when reading.
"""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Decline
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.rules.master_move import position_words as words_of
from feldlicht.rules.master_move.clock import at_the_start
from feldlicht.rules.master_move.figures import FIGURES, Kind
from feldlicht.rules.master_move.formation import checked, checked_places, read_team
from feldlicht.rules.master_move.geometry import GOAL_CELLS, GOALS
from feldlicht.rules.master_move.options import Options, RelocationOrder
from feldlicht.rules.master_move.placing import of_side
from feldlicht.rules.master_move.position_words import bad, number, word, yes
from feldlicht.rules.master_move.refusals import why_illegal
from feldlicht.rules.master_move.state import MOVES_TO_WIN, MasterMoveState, Phase, score_text

_VERSION = "mm1"
_SAME = "="
_REQUIRED = (
    "phase", "turn", "kick_off", "score", "ply", "zone", "first", "anti_patt", "formation", "position",
)  # fmt: skip
_OPTIONAL = (
    "relocating", "crossings", "last", "end",
    "ready", "building", "sealed", "sealed_acts", "time", "beyond", "asked", "hinted",
)  # fmt: skip


def position(state: MasterMoveState) -> str:
    """Return ``state`` as one line."""
    options = state.options
    words = {
        "phase": state.phase.value,
        "turn": state.to_move.value,
        "kick_off": state.kick_off.value,
        "score": score_text(state.score),
        "ply": str(state.ply),
        "zone": options.zone_text,
        "first": options.kick_off.value,
        "anti_patt": options.anti_patt.value,
        "formation": words_of.figures_text(state.formation),
        "position": _SAME if state.position == state.formation else words_of.figures_text(state.position),
    }
    words |= _of_play(state) | words_of.options_text(options) | _of_the_rest(state)
    return " ".join([_VERSION, *(f"{name}={text}" for name, text in words.items())])


def _of_play(state: MasterMoveState) -> dict[str, str]:
    words: dict[str, str] = {}
    if state.relocating is not None:
        words["relocating"] = state.relocating.value
    if state.crossings:
        words["crossings"] = words_of.crossings_text(state.crossings)
    if state.last_move is not None:
        words["last"] = words_of.last_text(state.last_move)
    if state.outcome is not None:
        winner = state.outcome.winner.value if state.outcome.winner else "none"
        words["end"] = f"{state.outcome.reason}:{winner}:{score_text(state.outcome.score)}"
    return words


def _of_the_rest(state: MasterMoveState) -> dict[str, str]:
    words: dict[str, str] = {}
    if state.ready:
        words["ready"] = ",".join(state.ready)
    if state.sealed:
        words["sealed"] = ",".join(words_of.figures_text(formation) for _, formation in state.sealed)
    if state.sealed_acts:
        words["sealed_acts"] = words_of.sealed_acts_text(state.sealed_acts)
    if state.time != at_the_start(state.options):
        words["time"] = ":".join(str(one) for one in state.time)
    if state.hints != (0, 0):
        words["asked"] = score_text(state.hints)
    flags = {"building": state.building, "beyond": state.beyond, "hinted": state.hinted}
    return words | {name: words_of.YES for name, on in flags.items() if on}


def from_position(text: str) -> MasterMoveState:
    """Read a position line back. Raises :class:`BadInput` (``BAD_POSITION`` with ``part`` saying which word)."""
    words = _words(text)
    options = words_of.read_options_of(words)
    phase = word(Phase, "phase", words["phase"])
    whole = phase not in (Phase.PLACE, Phase.OVER)
    formation = words_of.read_figures("formation", words["formation"])
    formation = (checked if whole else checked_places)(formation, options.zone)
    at = words["position"]
    state = MasterMoveState(
        options=options,
        phase=phase,
        to_move=word(Side, "turn", words["turn"]),
        kick_off=word(Side, "kick_off", words["kick_off"]),
        position=formation if at == _SAME else words_of.read_figures("position", at),
        formation=formation,
        score=words_of.read_pair("score", words["score"]),
        ply=number("ply", words["ply"]),
        relocating=word(Side, "relocating", words["relocating"]) if "relocating" in words else None,
        crossings=words_of.read_crossings(words.get("crossings", "")),
        last_move=words_of.read_last(words["last"]) if "last" in words else None,
        outcome=words_of.read_end(words["end"]) if "end" in words else None,
        ready=_read_ready(words.get("ready", "")),
        building=yes(words, "building"),
        sealed=_read_sealed(words.get("sealed", ""), options),
        sealed_acts=words_of.read_sealed_acts(words.get("sealed_acts", "")),
        time=_read_time(words["time"]) if "time" in words else at_the_start(options),
        beyond=yes(words, "beyond"),
        hints=words_of.read_pair("asked", words["asked"]) if "asked" in words else (0, 0),
        hinted=yes(words, "hinted"),
    )
    _check(state)
    return state


def _words(text: str) -> dict[str, str]:
    version, *rest = text.split() or [""]
    if version != _VERSION:
        raise bad("version", version)
    words: dict[str, str] = {}
    for one in rest:
        name, equals, value = one.partition("=")
        if not equals or name in words or name not in (*_REQUIRED, *_OPTIONAL, *words_of.OPTIONS):
            raise bad(name, one)
        words[name] = value
    for name in _REQUIRED:
        if name not in words:
            raise bad(name, "")
    return words


def _read_ready(text: str) -> tuple[Side, ...]:
    ready = [word(Side, "ready", one) for one in text.split(",")] if text else []
    if ready != [side for side in Side if side in ready]:
        raise bad("ready", text)
    return tuple(ready)


def _read_sealed(text: str, options: Options) -> tuple[tuple[Side, Formation], ...]:
    figures = words_of.read_figures("sealed", text)
    checked_places(figures, options.zone)
    teams = [(side, of_side(figures, side)) for side in Side]
    for side, team in teams:
        if team:
            read_team(side, {cell_name(which): str(one.kind) for which, one in team.items()}, options.zone)
    return tuple((side, team) for side, team in teams if team)


def _read_time(text: str) -> tuple[int, int, int]:
    yellow, blue, match = words_of.parts("time", text, 3)
    return number("time", yellow), number("time", blue), number("time", match)


def _check(state: MasterMoveState) -> None:
    """Refuse what no match can lead to and what the rest of the engine relies on."""
    in_turn = state.phase is Phase.RELOCATE and state.options.relocation is RelocationOrder.SCORER_FIRST
    if (state.relocating is not None) is not in_turn:
        raise bad("relocating", state.phase)
    if (state.outcome is not None) is not (state.phase is Phase.OVER):
        raise bad("end", state.phase)
    if max(state.score) >= MOVES_TO_WIN and state.phase is not Phase.OVER:
        raise bad("score", score_text(state.score))
    if state.phase in (Phase.PLACE, Phase.SETUP, Phase.RELOCATE, Phase.ADJUST) and state.position != state.formation:
        raise bad("position", state.phase)
    _check_figures(state)
    _check_sealed(state)


def _check_figures(state: MasterMoveState) -> None:
    if state.phase is Phase.PLACE:
        return
    whole = len(state.formation) == len(FIGURES)
    if state.phase is Phase.OVER and not whole and state.position == state.formation:
        # Given up while figures were still being put up.
        return
    if len(state.position) != len(FIGURES) or not whole:
        raise bad("position", f"{len(state.position)} figures")
    for side in Side:
        keeper = state.position.find(FigureId(f"{side[0]}T1"))
        if keeper not in GOALS[side]:
            raise bad("position", f"{side[0]}T1:{cell_name(keeper) if keeper is not None else ''}")
    if state.phase is Phase.PLAY:
        for which, figure in state.position.items():
            if which in GOAL_CELLS and figure.kind != Kind.KEEPER:
                raise bad("position", f"{figure.id}:{cell_name(which)}")


def _check_sealed(state: MasterMoveState) -> None:
    over = state.phase is Phase.OVER
    if state.sealed and not over and state.phase is not Phase.PLACE:
        raise bad("sealed", state.phase)
    if state.sealed_acts and not over and state.phase is not Phase.RELOCATE:
        raise bad("sealed_acts", state.phase)
    for _, act in state.sealed_acts if not over else ():
        open_yet = MasterMoveState(
            state.options, state.phase, state.to_move, state.kick_off, state.position, state.formation
        )
        if not isinstance(act, Decline) and why_illegal(open_yet, act) is not None:
            raise bad("sealed_acts", act.figure)
