"""``python -m feldlicht.texts.compile``: compile the catalogue after editing a ``.po`` file.

All ``<language>/*.po`` become one ``<language>/LC_MESSAGES/messages.mo``. Ends with a sentence and exit code 1 when
a key lacks in one of the languages, has no text, stands in two files, or has other placeholders in the other
language.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from feldlicht.texts.catalogue import DOMAIN, FOLDER, LANGUAGES, placeholders

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def read_sources(language: str, folder: Path = FOLDER) -> tuple[dict[str, str], list[str]]:
    """Return the texts of one language by key, and one line for each fault found."""
    found: dict[str, str] = {}
    faults: list[str] = []
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            key = message.id if isinstance(message.id, str) else message.id[0]
            if not key:
                continue
            if key in found:
                faults.append(f"{language}: {key} stands twice, the second time in {path.name}")
            if message.fuzzy:
                faults.append(f"{language}: {key} in {path.name} is marked fuzzy")
            if not isinstance(message.string, str) or not message.string:
                faults.append(f"{language}: {key} in {path.name} has no text")
                continue
            found[key] = message.string
    return found, faults


def disagreements(sources: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return one line for each key that lacks in a language or has other placeholders there."""
    faults: list[str] = []
    every = sorted({key for found in sources.values() for key in found})
    for key in every:
        having = {language: found[key] for language, found in sources.items() if key in found}
        faults.extend(f"{language}: {key} is missing" for language in sources if language not in having)
        if len({placeholders(template) for template in having.values()}) > 1:
            faults.append(f"{key} has different placeholders in {', '.join(having)}")
    return faults


def compiled(language: str, found: Mapping[str, str]) -> bytes:
    """Return the bytes of the compiled catalogue; the same texts give the same bytes."""
    # A fixed date, so that compiling again changes nothing.
    catalogue = Catalog(locale=language, domain=DOMAIN, fuzzy=False, creation_date=EPOCH, revision_date=EPOCH)
    for key, translation in sorted(found.items()):
        catalogue.add(key, translation)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main(folder: Path = FOLDER) -> int:
    """Compile every language into ``folder``; return the exit code."""
    sources: dict[str, dict[str, str]] = {}
    faults: list[str] = []
    for language in LANGUAGES:
        sources[language], more = read_sources(language, folder)
        faults.extend(more)
    faults.extend(disagreements(sources))
    for language, found in sources.items():
        path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(compiled(language, found))
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
