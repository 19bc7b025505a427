"""A host as people start it: `feldlicht play` as a process of its own, spoken to over HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE_S = 90.0
"""How long anything may take on a busy machine before a test gives up."""
ADDRESS = re.compile(r"http://[0-9.:a-z\[\]]+/")

Json = dict[str, Any]


def until(what: Callable[[], Any], why: str, patience_s: float = PATIENCE_S) -> Any:
    """Wait for something to become true and return it; fail with ``why`` if it never does."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"waited {patience_s:.0f} s in vain: {why}")


class Host:
    """One running `feldlicht play`. Use as a context manager; what it printed is in ``output``."""

    def __init__(self, data: Path, *options: str, program: Path | None = None, **environment: str) -> None:
        """``program`` is the script of another installation than this one."""
        self.data = data
        self.output: list[str] = []
        beside = Path(sys.executable).with_name("feldlicht")
        self._process = subprocess.Popen(
            [program or beside, "play", "--http-port", "0", "--data", data, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | environment,
        )
        self._reader = threading.Thread(target=self._read, name="host-output", daemon=True)
        self._reader.start()
        try:
            self.address = self._first_address()
        except AssertionError:
            self.stop()
            raise

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> int:
        """End it as a service manager does, and return its exit code."""
        if self._process.poll() is None:
            self._process.terminate()
        return self._finished()

    def kill(self) -> None:
        """End it with `kill -9`."""
        self._process.send_signal(signal.SIGKILL)
        self._finished()

    @property
    def pid(self) -> int:
        return self._process.pid

    # ---- talking to it

    def get(self, path: str) -> Json:
        status, body = self.call("GET", path)
        assert status == 200, (path, status, body)
        return body

    def post(self, path: str, body: Json, expect: int = 200) -> Json:
        status, answer = self.call("POST", path, body)
        assert status == expect, (path, body, status, answer)
        return answer

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Json]:
        """Return status and JSON of one request below /api/v1."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}api/v1{path}",
            data=data,
            method=method,
            headers={"Content-Type": "application/json"} | headers,
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def live(self) -> Host:
        """Wait until its board answers."""
        try:
            until(lambda: (self.get("/health")["board"] or {}).get("state") == "live", "the board to be live")
        except AssertionError:
            self.stop()  # nobody has entered the context yet that would do it
            raise
        return self

    def first_events(self, until_event: str, after: str = "") -> str:
        """Return what the stream of the default board says first, up to and with an event of that name."""
        said = ""
        query = f"session=current&board=default&after={after}"
        with urllib.request.urlopen(f"{self.address}api/v1/stream?{query}", timeout=PATIENCE_S) as answer:
            while f"event: {until_event}\n" not in said or not said.endswith("\n\n"):
                said += answer.readline().decode()
        return said

    @property
    def streams(self) -> int:
        """How many streams it has open; of a reader that went it learns when it next writes."""
        return int(self.get("/health")["streams"])

    # ---- a match

    def new_match(self, **more: object) -> str:
        body = {"game": "master_move", "options": {}, "formation": "counting", "board": "default"} | more
        return str(self.post("/sessions", body, expect=201)["id"])

    def session(self, match: str) -> Json:
        return self.get(f"/sessions/{match}")

    def notations(self, match: str) -> list[str]:
        return [entry["notation"] for entry in self.get(f"/sessions/{match}/log")["entries"]]

    def command(self, match: str, expect: int = 200, view: str = "public", **command: object) -> Json:
        revision = self.get(f"/sessions/{match}?view={view}")["revision"]
        body = {"id": str(uuid.uuid4()), "revision": revision, "view": view, "command": command}
        return self.post(f"/sessions/{match}/commands", body, expect=expect)

    # ---- hands and eyes at the simulated board

    def hands(self, **magnets: str | None) -> None:
        self.post("/boards/default/sim/magnets", {"set": magnets})

    def move(self, origin: str, target: str) -> None:
        pole = self.magnets()[origin]
        self.hands(**{origin: None})
        self.hands(**{target: pole})

    def magnets(self) -> dict[str, str]:
        return dict(self.get("/boards/default/sim/magnets")["magnets"])

    def set_up(self, match: str) -> None:
        """Put every magnet where the formation wants it, all at once, and wait for the kick-off."""
        view = self.session(match)["view"]
        sides = {figure["id"]: figure["side"] for figure in view["figures"]}
        wanted = {name: "N" if sides[figure] == "yellow" else "S" for name, figure in view["formation"].items()}
        away: dict[str, str | None] = dict.fromkeys(set(self.magnets()) - set(wanted))
        if view["phase"] in ("setup", "rebuild"):
            self.hands(**(away | wanted))
        until(lambda: self.session(match)["view"]["phase"] not in ("setup", "rebuild"), "the formation to stand")

    def sees(self, name: str, colour: Callable[[int, int, int], bool], why: str) -> None:
        """Wait until a cell's LED shows a colour; patterns live, so one frame is not enough."""
        until(lambda: colour(*self.get("/boards/default/sim/lights")["cells"][name]), f"{name} to be {why}")

    # ---- inside

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.output.append(line)

    def _first_address(self) -> str:
        def look() -> str | None:
            found = ADDRESS.search("".join(self.output))
            if found is None and self._process.poll() is not None:
                raise AssertionError(f"feldlicht play ended with {self._process.returncode}: {''.join(self.output)}")
            return found.group() if found else None

        return str(until(look, "the host to print its address"))

    def _finished(self) -> int:
        code = self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return code


def green(red: int, green_: int, blue: int) -> bool:
    return green_ > 60 and red < green_ / 3 and blue < green_ / 3


def red(red_: int, green_: int, blue: int) -> bool:
    return red_ > 60 and green_ < red_ / 3 and blue < red_ / 3


def white(red_: int, green_: int, blue: int) -> bool:
    return red_ > 40 and abs(red_ - green_) < 10 and abs(red_ - blue) < 10


def gold(red_: int, green_: int, blue: int) -> bool:
    return red_ > 80 and red_ > green_ > red_ / 4 and blue < red_ / 4


def dark(red_: int, green_: int, blue: int) -> bool:
    return red_ == green_ == blue == 0
