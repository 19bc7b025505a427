"""Where a Feldlicht is installed from: a folder with its source, or a wheel; and what is in it."""

from __future__ import annotations

import json
import tomllib
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.firmware import firmware_version

NAME = "feldlicht"


@dataclass(frozen=True, slots=True)
class Source:
    """A folder or wheel that holds a Feldlicht of this ``version`` with a firmware of its own.

    ``editable``: what runs is the folder itself, and stays so.
    """

    path: Path
    version: str
    firmware: str
    editable: bool = False

    @property
    def is_wheel(self) -> bool:
        """Whether it is a wheel."""
        return self.path.is_file()


def source(named: Path | None) -> Source:
    """Return what is in the ``named`` folder or wheel; without one, where this Feldlicht was installed from.

    Raises ``Refused``: ``UPDATE_NO_SOURCE``, ``UPDATE_BAD_SOURCE``.
    """
    if named is not None:
        return read_source(named.expanduser().absolute(), False)
    path, editable = origin(distribution(NAME).read_text("direct_url.json"))
    return read_source(path, editable)


def origin(direct_url: str | None) -> tuple[Path, bool]:
    """Return the folder or wheel that pip noted, and whether what is installed is that folder itself.

    ``direct_url``: as PEP 610 has it. Raises ``Refused``: ``UPDATE_NO_SOURCE``.
    """
    try:
        noted = json.loads(direct_url or "")
        address = urlsplit(noted["url"])
        editable = bool(noted.get("dir_info", {}).get("editable", False))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused(Refusal.of(Reason.UPDATE_NO_SOURCE)) from None
    if address.scheme != "file":
        raise Refused(Refusal.of(Reason.UPDATE_NO_SOURCE))
    return Path(url2pathname(address.path)), editable


def read_source(path: Path, editable: bool) -> Source:
    """Look into a folder or wheel. Raises ``Refused``: ``UPDATE_BAD_SOURCE``."""
    try:
        name, version, firmware = _of_wheel(path) if path.is_file() else _of_folder(path)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise Refused(Refusal.of(Reason.UPDATE_BAD_SOURCE, source=path)) from error
    if name != NAME:
        raise Refused(Refusal.of(Reason.UPDATE_BAD_SOURCE, source=path))
    return Source(path, version, firmware, editable)


def _of_folder(folder: Path) -> tuple[str, str, str]:
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version_file = (folder / "firmware" / "version.py").read_bytes()
    return str(project["name"]), str(project["version"]), firmware_version({"version.py": version_file})


def _of_wheel(wheel: Path) -> tuple[str, str, str]:
    with zipfile.ZipFile(wheel) as files:
        (metadata,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(files.read(metadata).decode("utf-8"), headersonly=True)
        version_file = files.read(f"{NAME}/_firmware/version.py")
    return str(about["Name"]), str(about["Version"]), firmware_version({"version.py": version_file})
