"""Rules for the pages' sources that need no browser: texts, and what a strict content policy would block."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import feldlicht.web
from feldlicht.runtime.pictures import BoardState
from feldlicht.texts import LANGUAGES
from feldlicht.texts.catalogue import page_texts, placeholders
from feldlicht.web.pages import SCRIPTS as SCRIPTS_OF_PAGES

WEB = Path(feldlicht.web.__file__).parent
SCRIPTS = sorted((WEB / "static" / "js").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SHEETS = sorted((WEB / "static" / "css").glob("*.css"))
KEY = re.compile(r"""["'](page\.[A-Za-z_.]+)["']""")
BY_NAME = re.compile(
    r"((initiative|imman)\.)?page\.(event\.\w+(\.\w+)?|end\.[A-Z_]+)|master_move\.page\.(figure|help\.way)\.[A-Z]"
)
"""Texts for what games call their events, ends and figures."""
CALL = re.compile(r"""\bt\("(page\.[A-Za-z_.]+)"(, (?:facts|\{))?""")


def keys_used() -> set[str]:
    return {key for path in [*SCRIPTS, *TEMPLATES] for key in KEY.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_page_uses_is_in_the_catalogue_and_none_lies_idle(language: str) -> None:
    used = keys_used()
    # What is Master Move's has its name in front.
    there = {
        re.sub(r"^(?:master_move|initiative|imman)\.", "", key)
        for key in page_texts(language)
        if not BY_NAME.fullmatch(key)
    }
    assert used - there == set(), "missing"
    assert there - used == set(), "unused"


def test_every_event_that_has_words_and_every_end_is_one_of_the_house() -> None:
    core = [path for room in ("rules", "table") for path in (WEB.parent / room).rglob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in core)
    found = (
        re.fullmatch(r"(?:(?:initiative|imman)\.)?page\.(?:event|end)\.(\w+)(?:\.\w+)?", key)
        for key in page_texts("en")
    )
    named = {one[1] for one in found if one}
    assert len(named) > 30
    # Two ways in which a match ends, by no reason of its own.
    assert [one for one in named - {"won", "other"} if f'"{one}"' not in source] == []


@pytest.mark.parametrize("state", list(BoardState))
def test_every_state_of_a_board_has_its_word(state: BoardState) -> None:
    words = (WEB / "static" / "js" / "words.js").read_text(encoding="utf-8")
    assert f'{state}: "page.board.{state}"' in words


def test_a_text_with_placeholders_is_never_asked_for_without_facts() -> None:
    wanting = {key for key, template in page_texts("en").items() if placeholders(template)}
    bare = {key for path in SCRIPTS for key, facts in CALL.findall(path.read_text(encoding="utf-8")) if not facts}
    assert bare & wanting == set()


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES], ids=lambda path: path.name)
def test_nothing_is_inline_that_the_content_policy_blocks(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not re.search(
        r"""\sstyle\s*=\s*["'$]|setAttribute\("style"|\beval\(|new Function|\son\w+\s*=\s*["']""", source
    )
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style", source)


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES, *SHEETS], ids=lambda path: path.name)
def test_a_page_asks_nobody_but_its_own_host(path: Path) -> None:
    outside = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`]*", path.read_text(encoding="utf-8"))
    assert [address for address in outside if not address.startswith("http://www.w3.org/")] == []


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES, *SHEETS], ids=lambda path: path.name)
def test_sources_stay_short_enough_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def scripts_of(entry: Path) -> set[Path]:
    """Return a page's script and all that it imports, directly or not."""
    found, left = set(), [entry.resolve()]
    while left:
        path = left.pop()
        found.add(path)
        imported = re.findall(r"""(?:from|import) "(\.[^"]+)\"""", path.read_text(encoding="utf-8"))
        left += [one for one in ((path.parent / name).resolve() for name in imported) if one not in found]
    return found


def read_later(scripts: set[Path]) -> list[Path]:
    """Return the scripts that some of these import only when they are needed."""
    named = [(path, name) for path in scripts for name in re.findall(r'import\("(\.[^"]+)"\)', path.read_text())]
    return [(path.parent / name).resolve() for path, name in named]


TEMPLATE_OF = {"play": "board"}


def sheets_of(page: str) -> list[Path]:
    """Return the sheets that a page's template asks for."""
    templates = [WEB / "templates" / f"{name}.html" for name in ("base", TEMPLATE_OF.get(page, page))]
    named = [name for template in templates for name in re.findall(r"css/([\w-]+\.css)", template.read_text())]
    return [WEB / "static" / "css" / name for name in named]


@pytest.mark.parametrize("page", SCRIPTS_OF_PAGES)
def test_what_a_page_loads_is_small(page: str) -> None:
    loaded = scripts_of(WEB / "static" / SCRIPTS_OF_PAGES[page])
    assert len(loaded) > 5
    assert len(sheets_of(page)) >= 5
    # Of what is read only when it is needed a page needs one at a time.
    for more in (set(), *map(scripts_of, read_later(loaded))):
        assert sum(path.stat().st_size for path in {*loaded, *more, *sheets_of(page)}) < 280_000


def test_a_fight_is_read_by_whose_eyes_it_is_looked_at() -> None:
    later = {path.name for path in read_later(scripts_of(WEB / "static" / SCRIPTS_OF_PAGES["fight"]))}
    assert {"fight-master.js", "fight-player.js"} <= later
