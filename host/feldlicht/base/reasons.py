"""Why something was refused: one vocabulary for rules, table, pages, API and log.

A refusal is a reason code and the facts that the sentence for a person needs; the sentence itself is made by the
text catalogue in the language of whoever reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Reason codes. The value is the code on the wire and the key of the sentence in the text catalogue."""

    # rules of a game
    WHITE_ZONE = "WHITE_ZONE"
    BLOCKED = "BLOCKED"
    OCCUPIED = "OCCUPIED"
    OUT_OF_RANGE = "OUT_OF_RANGE"
    NOT_ITS_MOVE = "NOT_ITS_MOVE"
    OWN_GOAL = "OWN_GOAL"
    KEEPER_LINE = "KEEPER_LINE"
    THIRD_HIN = "THIRD_HIN"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_YOUR_HALF = "NOT_YOUR_HALF"
    GAME_OVER = "GAME_OVER"
    WRONG_PHASE = "WRONG_PHASE"
    NO_SUCH_FIGURE = "NO_SUCH_FIGURE"
    WRONG_FIGURE = "WRONG_FIGURE"
    BAD_FORMATION = "BAD_FORMATION"
    BAD_OVERRIDE = "BAD_OVERRIDE"
    ONE_EACH = "ONE_EACH"
    LOCKED = "LOCKED"
    NOT_ELEVEN = "NOT_ELEVEN"
    ALL_STAND = "ALL_STAND"
    NO_HINTS = "NO_HINTS"
    NO_PROPOSAL = "NO_PROPOSAL"
    OTHERS_AGREE = "OTHERS_AGREE"
    # rules of a fight on the timeline
    NO_SUCH_FIGHTER = "NO_SUCH_FIGHTER"
    BAD_FIGURE_NAME = "BAD_FIGURE_NAME"
    NAME_TAKEN = "NAME_TAKEN"
    TOO_MANY_FIGURES = "TOO_MANY_FIGURES"
    NUMBER_LIMITS = "NUMBER_LIMITS"
    ROLLED_ALREADY = "ROLLED_ALREADY"
    MASTER_ACTS = "MASTER_ACTS"
    DICE_COUNT = "DICE_COUNT"
    NOBODY_THERE = "NOBODY_THERE"
    NOT_ITS_TURN = "NOT_ITS_TURN"
    BAD_TARGETS = "BAD_TARGETS"
    UNKNOWN_TARGET = "UNKNOWN_TARGET"
    TOO_SLOW = "TOO_SLOW"
    NOT_AFFECTED = "NOT_AFFECTED"
    REACTED_ALREADY = "REACTED_ALREADY"
    NO_INI = "NO_INI"
    NOTHING_TO_REACT_TO = "NOTHING_TO_REACT_TO"
    NO_WAITING = "NO_WAITING"
    STANDS_BY = "STANDS_BY"
    WAITS_FOR_NOTHING = "WAITS_FOR_NOTHING"
    NO_TIE = "NO_TIE"
    NO_SUCH_MARKER = "NO_SUCH_MARKER"
    TOO_MANY_MARKERS = "TOO_MANY_MARKERS"
    NO_CHANGE = "NO_CHANGE"
    NO_SUCH_COLOUR = "NO_SUCH_COLOUR"
    BAD_ACTS = "BAD_ACTS"
    BAD_TEXT = "BAD_TEXT"
    NO_ENCOUNTERS = "NO_ENCOUNTERS"
    BAD_ENCOUNTER = "BAD_ENCOUNTER"
    ENCOUNTER_NEWER = "ENCOUNTER_NEWER"
    ENCOUNTER_NAME = "ENCOUNTER_NAME"
    ENCOUNTER_NAME_TAKEN = "ENCOUNTER_NAME_TAKEN"
    UNKNOWN_ENCOUNTER = "UNKNOWN_ENCOUNTER"
    ENCOUNTERS_FULL = "ENCOUNTERS_FULL"
    CANNOT_JOIN = "CANNOT_JOIN"
    NOBODY_TO_BRING = "NOBODY_TO_BRING"
    # notation and other input
    UNKNOWN_CELL = "UNKNOWN_CELL"
    BAD_NOTATION = "BAD_NOTATION"
    BAD_POSITION = "BAD_POSITION"
    BAD_OPTION = "BAD_OPTION"
    BAD_REQUEST = "BAD_REQUEST"
    UNKNOWN_GAME = "UNKNOWN_GAME"
    UNKNOWN_FORMATION = "UNKNOWN_FORMATION"
    NO_FORMATIONS = "NO_FORMATIONS"
    FORMATION_NAME = "FORMATION_NAME"
    FORMATION_NAME_TAKEN = "FORMATION_NAME_TAKEN"
    COLLECTION_FULL = "COLLECTION_FULL"
    # table and session
    NOT_BUILT = "NOT_BUILT"
    NOTHING_TO_CONFIRM = "NOTHING_TO_CONFIRM"
    NOTHING_TO_CANCEL = "NOTHING_TO_CANCEL"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    NOTHING_TO_REDO = "NOTHING_TO_REDO"
    NO_QUESTION = "NO_QUESTION"
    UNKNOWN_CHOICE = "UNKNOWN_CHOICE"
    STALE_REVISION = "STALE_REVISION"
    COMMAND_ID_REUSED = "COMMAND_ID_REUSED"
    TABLE_BUSY = "TABLE_BUSY"
    HANDS_BUSY = "HANDS_BUSY"
    NO_VIRTUAL_HANDS = "NO_VIRTUAL_HANDS"
    WHICH_SIDE = "WHICH_SIDE"
    TAKEBACK_NEVER = "TAKEBACK_NEVER"
    FIGURES_MISSING = "FIGURES_MISSING"
    NO_SUCH_SESSION = "NO_SUCH_SESSION"
    NO_SUCH_BOARD = "NO_SUCH_BOARD"
    NO_SESSION = "NO_SESSION"
    SETTING_FIXED = "SETTING_FIXED"
    SETTING_LIMITS = "SETTING_LIMITS"
    SETTING_PAIR = "SETTING_PAIR"
    NO_JOURNAL = "NO_JOURNAL"
    BAD_JOURNAL = "BAD_JOURNAL"
    JOURNAL_IN_PART = "JOURNAL_IN_PART"
    BAD_RECORD = "BAD_RECORD"
    BAD_DICE = "BAD_DICE"
    """Dice of a record that are not those that are thrown for that act."""
    NOT_TOLD_YET = "NOT_TOLD_YET"
    NO_PICTURES = "NO_PICTURES"
    NO_SUCH_PICTURE = "NO_SUCH_PICTURE"
    PICTURE_OF_A_POSITION = "PICTURE_OF_A_POSITION"
    PICTURES_BUSY = "PICTURES_BUSY"
    PICTURE_NOT_WRITTEN = "PICTURE_NOT_WRITTEN"
    JOURNAL_NEWER = "JOURNAL_NEWER"
    SESSION_FROZEN = "SESSION_FROZEN"
    # board and host
    BOARD_AWAY = "BOARD_AWAY"
    LAYOUT_MISMATCH = "LAYOUT_MISMATCH"
    PROTOCOL_MISMATCH = "PROTOCOL_MISMATCH"
    PORT_MISSING = "PORT_MISSING"
    PORT_BUSY = "PORT_BUSY"
    PORT_FORBIDDEN = "PORT_FORBIDDEN"
    PORT_SILENT = "PORT_SILENT"
    BOARD_IN_SAFE_MODE = "BOARD_IN_SAFE_MODE"
    NO_CELLS = "NO_CELLS"
    NO_FIELD = "NO_FIELD"
    CHECK_DURING_MATCH = "CHECK_DURING_MATCH"
    PORT_HELD = "PORT_HELD"
    # tools for boards
    NO_BOARD = "NO_BOARD"
    WHICH_BOARD = "WHICH_BOARD"
    NO_PROMPT = "NO_PROMPT"
    OLD_MICROPYTHON = "OLD_MICROPYTHON"
    FOREIGN_PROGRAM = "FOREIGN_PROGRAM"
    BOARD_CUT = "BOARD_CUT"
    FLASH_FULL = "FLASH_FULL"
    FLASH_TROUBLE = "FLASH_TROUBLE"
    NOT_STARTED = "NOT_STARTED"
    UPDATE_NO_SOURCE = "UPDATE_NO_SOURCE"
    UPDATE_BAD_SOURCE = "UPDATE_BAD_SOURCE"
    UPDATE_WHILE_RUNNING = "UPDATE_WHILE_RUNNING"
    UPDATE_NO_PIP = "UPDATE_NO_PIP"
    UPDATE_FAILED = "UPDATE_FAILED"
    UPDATE_NOT_STARTED = "UPDATE_NOT_STARTED"
    # host
    HTTP_PORT_TAKEN = "HTTP_PORT_TAKEN"
    DATA_FOLDER_LOCKED = "DATA_FOLDER_LOCKED"
    DATA_FOLDER_UNUSABLE = "DATA_FOLDER_UNUSABLE"
    DATA_FOLDER_NEWER = "DATA_FOLDER_NEWER"
    NO_MICROPYTHON = "NO_MICROPYTHON"
    NOT_ALLOWED = "NOT_ALLOWED"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    NOT_YOUR_ACT = "NOT_YOUR_ACT"
    DICE_SEEN = "DICE_SEEN"
    """Taking back an act whose dice have been seen takes both sides."""
    SEAL_TOLD = "SEAL_TOLD"
    """Taking back an act that told what had been sealed takes both sides."""
    DIE_STANDS = "DIE_STANDS"
    """A die that was seen, though what it was thrown for was taken back, was typed otherwise."""
    ONLY_WATCHING = "ONLY_WATCHING"
    SEAT_TAKEN = "SEAT_TAKEN"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NO_SUCH_VIEW = "NO_SUCH_VIEW"
    BAD_NAME = "BAD_NAME"
    BAD_CODE = "BAD_CODE"
    CODE_USED = "CODE_USED"
    BAD_PIN = "BAD_PIN"
    PIN_NOT_SET = "PIN_NOT_SET"
    PIN_LENGTH = "PIN_LENGTH"
    TOO_MANY_TRIES = "TOO_MANY_TRIES"
    FORBIDDEN_ORIGIN = "FORBIDDEN_ORIGIN"
    NOT_FOUND = "NOT_FOUND"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    WRONG_MEDIA_TYPE = "WRONG_MEDIA_TYPE"
    UNKNOWN_HOST = "UNKNOWN_HOST"
    TOO_MANY_STREAMS = "TOO_MANY_STREAMS"
    CLOSING = "CLOSING"
    INTERNAL_ERROR = "INTERNAL_ERROR"


class OwnReason(StrEnum):
    """Reasons that only one game knows: its subclass holds their codes, its texts their sentences."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason and the facts its sentence needs, as pairs (name, text), e.g. ``(("cell", "D2"),)``."""

    reason: Reason | OwnReason
    facts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, reason: Reason | OwnReason, **facts: object) -> Refusal:
        """Build a refusal from keyword facts; every fact is kept as text."""
        return cls(reason, tuple((name, str(fact)) for name, fact in facts.items()))


class Refused(Exception):
    """Raised where a function has no refusal to return; carries the :class:`Refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} {dict(refusal.facts)}")
        self.refusal = refusal


class BadInput(Refused):
    """Raised for text or data from outside that cannot be understood; says what was wrong."""

    def __init__(self, reason: Reason | OwnReason, **facts: object) -> None:
        super().__init__(Refusal.of(reason, **facts))
