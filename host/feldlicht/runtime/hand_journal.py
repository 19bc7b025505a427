"""The raw journal of each session on disk: what its table was given, when, and what it decided.

It helps to find faults of reading, so it is never in the way of the match: nothing waits for the disk to be sure of
it, and what the disk does not take is missing, with a mark. Format: docs/replay.md.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from feldlicht.store.private import for_the_owner_only
from feldlicht.table.messages import Input
from feldlicht.table.recorded_lines import write_line
from feldlicht.table.recorded_views import ShowLine
from feldlicht.table.recording import Cause, Line, at_rest, decisions_of, lines_of, opening_of
from feldlicht.table.session import Lifecycle, Session
from feldlicht.table.table import Step, Table
from feldlicht.version import VERSION

log = logging.getLogger(__name__)

FOLDER = "journals"
"""In the data folder."""
MOST_BYTES = 16_000_000
"""A session's journal takes no more on disk: two segments of half that, of which the older one goes first."""
RETRY_MS = 10_000
"""When the disk took nothing, it is tried again this much later (host ms)."""
REST_MS = 60_000
"""So long a journal that had a gap waits for a moment of rest before it goes on (host ms)."""

_ROOM = 8
"""One part in so many of a segment is kept free, so that the next one can wait for a moment of rest."""
_CHUNK = 65_536


class HandJournals:
    """Where journals lie: one or two files a session. Every method may be called from any thread."""

    def __init__(self, data_folder: Path) -> None:
        self.folder = data_folder / FOLDER

    def segments(self, session_id: str) -> tuple[Path, Path]:
        """Return the files of a session's journal, the older one first; they need not be there."""
        return self.folder / f"{session_id}.older.jsonl", self.folder / f"{session_id}.jsonl"

    def read(self, session_id: str) -> JournalReading | None:
        """Open a session's journal as it is now; None if there is none. Raises :class:`OSError`."""
        older, current = self.segments(session_id)
        while True:
            with ExitStack() as opened:
                # The newer one first: if it becomes the older one meanwhile it is seen twice, and none is missed.
                files: list[BinaryIO] = []
                for path in (current, older):
                    with suppress(FileNotFoundError):
                        files.append(opened.enter_context(path.open("rb")))
                known = [os.fstat(file.fileno()) for file in files]
                if len({one.st_ino for one in known}) < len(files):
                    continue
                if not files:
                    return None
                sizes = [one.st_size for one in known]
                return JournalReading(list(zip(files, sizes, strict=True))[::-1], opened.pop_all())


class JournalReading:
    """A journal's bytes as they were when it was opened, in pieces. Closes its files at the end, or when told to.

    ``show`` makes of each line what its reader may read; None: all as it is.
    """

    def __init__(self, files: list[tuple[BinaryIO, int]], opened: ExitStack) -> None:
        self._files = files
        self._opened = opened
        self.name = "hands.jsonl"
        """What to call it where it is saved."""
        self.show: ShowLine | None = None

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces() if self.show is None else self._lines(self.show)

    def _lines(self, show: ShowLine) -> Iterator[bytes]:
        begun = b""
        for piece in self._pieces():
            *whole, begun = (begun + piece).split(b"\n")
            shown = (show(line.decode("ascii", "replace")) for line in whole)
            yield b"".join(f"{line}\n".encode() for line in shown if line is not None)

    def _pieces(self) -> Iterator[bytes]:
        with self._opened:
            for file, left in self._files:
                while left and (piece := file.read(min(left, _CHUNK))):
                    left -= len(piece)
                    yield piece

    def close(self) -> None:
        """Close the files. Idempotent."""
        self._opened.close()


class HandJournal:
    """Writes the journals of the sessions at one table, one after another. One thread uses it.

    No method raises for what is wrong with the disk. ``journals`` None: nothing is written.
    """

    def __init__(self, journals: HandJournals | None, most_bytes: int = MOST_BYTES) -> None:
        self._journals = journals
        self._segment_bytes = most_bytes // 2
        self._session: str | None = None
        self._file: io.FileIO | None = None
        self._size = 0
        self._retry_at: int | None = None  # set while the disk took nothing

    def seated(self, before: Table, session: Session, following: Step, at: int) -> None:
        """Note that ``session`` came to the table as it was ``before``."""
        self.close()
        self._retry_at = None
        self._write(session, before, Cause.SEATED, decisions_of(following.effects), at)
        self._close_if_ended(following.table)

    def stepped(self, before: Table, what: Input, at: int, following: Step | None) -> None:
        """Note one step of the table as it was ``before``; ``following`` None: it failed."""
        session = before.session
        after = before if following is None else following.table
        if session is None or not (before.running or after.running):
            return
        if self._retry_at is not None and not self._goes_on(self._retry_at, before, at):
            return
        self._write(
            session, before, Cause.GAP, lines_of(before, what, at, () if following is None else following.effects), at
        )
        if following is None:
            self.close()
        self._close_if_ended(after)

    def close(self) -> None:
        """Close the file. Idempotent."""
        file, self._file, self._session = self._file, None, None
        if file is not None:
            file.close()

    # ------------------------------------------------------------------ inside

    @staticmethod
    def _goes_on(retry_at: int, before: Table, at: int) -> bool:
        """Whether to try again. At a moment of rest, if there is one in time: then the opening says all."""
        return at >= retry_at + REST_MS or (at >= retry_at and at_rest(before))

    def _write(self, session: Session, before: Table, cause: Cause, lines: Iterable[Line], at: int) -> None:
        if self._journals is None:
            return
        failing = self._retry_at is not None
        try:
            data = _bytes(lines)
            if self._file is None or self._session != session.header.id:
                data = self._open(session, before, cause, at) + data
            elif self._is_full(len(data), before):
                data = self._roll(session, before, at) + data
            self._append(data)
        except OSError as error:
            self.close()
            self._retry_at = at + RETRY_MS
            if not failing:
                log.error("the hand journal of session %s is not written just now: %s", session.header.id, error)
        else:
            self._retry_at = None

    def _open(self, session: Session, before: Table, cause: Cause, at: int) -> bytes:
        assert self._journals is not None
        self.close()
        self._journals.folder.mkdir(mode=0o700, exist_ok=True)
        path = self._journals.segments(session.header.id)[1]
        opening = _bytes([opening_of(before, session, at, cause, VERSION)])
        self._file = io.FileIO(path, "a+", opener=for_the_owner_only)
        self._session = session.header.id
        self._size = _cut_to_whole_lines(self._file)
        if self._size and self._size + len(opening) > self._segment_bytes:
            self._next_segment()
        return opening

    def _is_full(self, more: int, before: Table) -> bool:
        # The next segment begins at a moment of rest if there is one in time: then its opening says all.
        if self._size + more > self._segment_bytes:
            return True
        return self._size > self._segment_bytes - self._segment_bytes // _ROOM and at_rest(before)

    def _roll(self, session: Session, before: Table, at: int) -> bytes:
        opening = _bytes([opening_of(before, session, at, Cause.ROLLED, VERSION)])
        self._next_segment()
        return opening

    def _next_segment(self) -> None:
        assert self._journals is not None
        assert self._session is not None
        assert self._file is not None
        older, current = self._journals.segments(self._session)
        self._file.close()
        current.replace(older)
        self._file = io.FileIO(current, "a", opener=for_the_owner_only)
        self._size = 0

    def _append(self, data: bytes) -> None:
        assert self._file is not None
        if self._size + len(data) > self._segment_bytes:
            raise OSError("a segment is too small for what must stand in it")
        written = self._file.write(data)
        if written != len(data):
            # The rest of the line is cut off when the file is opened again.
            raise OSError(f"the disk took {written} of {len(data)} bytes")
        self._size += len(data)

    def _close_if_ended(self, after: Table) -> None:
        if after.session is None or after.session.lifecycle is not Lifecycle.RUNNING:
            self.close()


def _bytes(lines: Iterable[Line]) -> bytes:
    return "".join(f"{write_line(line)}\n" for line in lines).encode("ascii")


def _cut_to_whole_lines(file: io.FileIO) -> int:
    """Cut off a last line without its end, which a killed program or a full disk left; return the size then."""
    end = size = file.seek(0, os.SEEK_END)
    while end:
        begin = max(0, end - _CHUNK)
        file.seek(begin)
        found = file.read(end - begin).rfind(b"\n")
        if found >= 0:
            end = begin + found + 1
            break
        end = begin
    if end != size:
        file.truncate(end)
    return end
