"""Runs the firmware in CPython where there is no MicroPython: gives Python what MicroPython has and it has not.

Started as a program in a process of its own, as MicroPython would be: ``-c "import main"`` or a script, with the
folders of modules in ``MICROPYPATH``; console, stand-ins and socket are the same. What it cannot show is memory:
there is no small heap, none is reported (0), and code in interrupts may allocate.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from io import FileIO
from pathlib import Path
from types import ModuleType
from typing import IO, Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

# As on the board: clocks count modulo this plus one.
_WRAP = 0x3FFFFFFF
_HALF = 0x20000000


def ticks_us() -> int:
    """Return the board's microseconds."""
    return time.monotonic_ns() // 1000 & _WRAP


def ticks_ms() -> int:
    """Return the board's milliseconds."""
    return time.monotonic_ns() // 1_000_000 & _WRAP


def ticks_add(ticks: int, delta: int) -> int:
    """Return ticks later or earlier."""
    return ticks + delta & _WRAP


def ticks_diff(later: int, earlier: int) -> int:
    """Return how much later the first one is, right over one wrap."""
    return (later - earlier + _HALF & _WRAP) - _HALF


def native(function: Function) -> Function:
    """Return the function as it is: here nothing is compiled for a processor."""
    return function


def micropython_module() -> ModuleType:
    """Return a module ``micropython``: functions stay as they are, and the heap cannot be locked."""
    made = ModuleType("micropython")
    made.native = native  # type: ignore[attr-defined]
    made.heap_lock = made.heap_unlock = lambda: 0  # type: ignore[attr-defined]
    return made


class _Console:
    """``sys.stdin`` or ``sys.stdout``: bytes without a buffer of Python's, which polling would not see."""

    encoding = "utf-8"

    def __init__(self, descriptor: int, mode: str) -> None:
        self.buffer = FileIO(descriptor, mode, closefd=False)

    def fileno(self) -> int:
        return self.buffer.fileno()

    def readline(self) -> str:
        return self.buffer.readline().decode()

    def write(self, text: str) -> int:
        rest = text.encode()
        while rest:
            rest = rest[self.buffer.write(rest) :]
        return len(text)

    def flush(self) -> None:
        pass


class _Socket(socket.socket):
    """A socket that is a stream, as MicroPython's are."""

    def write(self, data: bytes) -> int:
        self.sendall(data)
        return len(data)

    def readinto(self, buffer: bytearray | memoryview) -> int:
        got = 0
        view = memoryview(buffer)
        while got < len(view):
            count = self.recv_into(view[got:])
            if count == 0:
                break
            got += count
        return got


class _Poll:
    """``select.poll`` with the iterator that allocates nothing in MicroPython."""

    def __init__(self) -> None:
        self._poll = _system_poll()
        self.register = self._poll.register
        self.unregister = self._poll.unregister
        self.poll = self.ipoll = self._poll.poll


_system_poll = select.poll


def print_exception(error: BaseException, file: IO[str] | None = None) -> None:
    """Write a traceback as MicroPython does: where, but not what stands there."""
    lines = ["Traceback (most recent call last):"]
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith("<frozen") and code.co_filename != __file__:
            lines.append(f'  File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}')
        trace = trace.tb_next
    said: object = error
    if isinstance(error, SyntaxError):
        lines.append(f'  File "{error.filename}", line {error.lineno}')
        said = error.msg
    # MicroPython knows only the broader name.
    kind = ImportError if isinstance(error, ModuleNotFoundError) else type(error)
    lines.append(f"{kind.__name__}: {said}" if str(said) else kind.__name__)
    (file or sys.stdout).write("\n".join(lines) + "\n")


def dress(asyncio: ModuleType) -> None:
    """Make this Python look like MicroPython to a program that is imported from now on."""
    python: Any = sys.modules
    python["asyncio"] = asyncio
    python["micropython"] = micropython_module()
    _add(time, (ticks_us, ticks_ms, ticks_add, ticks_diff))
    _add(time, (sleep_ms, sleep_us))
    _add(gc, (mem_free, mem_alloc))
    _add(sys, (print_exception,))
    sys.stdin, sys.stdout = _Console(0, "rb"), _Console(1, "wb")
    socket.socket = _Socket  # type: ignore[misc]
    select.poll = _Poll  # type: ignore[assignment,misc]


def sleep_ms(ms: int) -> None:
    """Wait."""
    time.sleep(ms / 1000)


def sleep_us(us: int) -> None:
    """Wait."""
    time.sleep(us / 1_000_000)


def mem_free() -> int:
    """Return that nobody knows how much there is."""
    return 0


mem_alloc = mem_free


def _add(module: ModuleType, functions: Iterable[Callable[..., Any]]) -> None:
    for function in functions:
        setattr(module, function.__name__, function)


def main() -> None:
    """Run what the arguments name as MicroPython would, and end as it would."""
    # A service or a shell's background may have had interrupts ignored; MicroPython takes them whatever was before.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Without the site's packages and folders of ours: only for this one import.
    own = str(Path(__file__).parents[2])
    sys.path.insert(0, own)
    from feldlicht.sim import cooperative

    sys.path.remove(own)
    dress(cooperative.module())
    sys.path[:0] = [folder for folder in os.environ["MICROPYPATH"].split(":") if folder != ".frozen"]
    sys.modules["__main__"] = named = ModuleType("__main__")
    if sys.argv[1] == "-c":
        code, name = sys.argv[2], "<string>"
    else:
        script = Path(sys.argv[1])
        sys.path.insert(0, str(script.parent))
        code, name = script.read_text(encoding="utf-8"), str(script)
    try:
        exec(compile(code, name, "exec"), named.__dict__)
    except SystemExit as end:
        # As MicroPython: at once, and nothing is told of what is left behind.
        os._exit(end.code if isinstance(end.code, int) else 1)
    except BaseException as error:  # noqa: BLE001 - the last border, where it is reported
        print_exception(error)
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
