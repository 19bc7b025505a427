"""A player's page in a fight: the own figure, dice and acts, and being called exactly once a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.fights import Fight, fight
from tests.browser.phones import OPEN, PHONE, Elsewhere
from tests.browser.test_accessibility import has_no_violations
from tests.browser.test_shared_stream import LOOK
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host and several pages a test

SILJA = 'add Silja pc perception=12 advantage=1 vz=8 acts="Thrust:6; Aimed shot:12"'
SPY = """
    window.called = { notes: 0, tremblings: 0 };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...all) { called.notes += 1; return start.apply(this, all); };
    Navigator.prototype.vibrate = () => { called.tremblings += 1; return true; };
"""
"""Counts what a person would hear and feel; the sound itself is made."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that others may join."""
    with Host(tmp_path_factory.mktemp("fights"), **OPEN) as running:
        yield running.live()


def join(house: Host, one: Fight, visit: OpenPage, figure: str) -> Visitor:
    """Have somebody with a phone take a figure by the code for it."""
    code = house.post(f"/sessions/{one.id}/invitations", {"seat": figure}, expect=201)["code"]
    phone = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
    phone.page.locator("input[name=name]").fill("Ada")
    phone.do("join")
    expect(phone.page).to_have_url(re.compile(rf"/fight\?view=seat%3A{figure}$"))
    expect(phone.page.locator(".badge.live")).to_be_attached()
    return phone


def own(phone: Visitor, **values: str | re.Pattern[str]) -> None:
    """The card of the own figure comes to show these values."""
    for name, value in values.items():
        expect(phone.page.locator(f"[data-own={name}]")).to_have_text(value)


def ini(one: Fight, label: str = "Silja") -> int | None:
    found: int | None = next(figure["ini"] for figure in one.view()["figures"] if figure["label"] == label)
    return found


def test_a_phone_comes_in_by_a_code_and_types_the_dice_that_fell_on_the_table(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA)
        phone = join(house, one, visit, "Silja")
        expect(phone.page.locator("[data-role]")).to_have_text("Figure: Silja")
        phone.reads("Roll for your place")
        own(phone, ini="–", vz="8")
        fields = phone.page.locator("[data-form=dice] input")
        expect(fields).to_have_count(2)
        fields.nth(0).fill("25")
        fields.nth(1).fill("3")
        phone.do("dice")
        phone.is_told(re.compile("25"))
        expect(fields.nth(0)).to_have_value("25")
        expect(fields.nth(1)).to_have_value("3")
        assert ini(one) is None
        has_no_violations(phone)
        fields.nth(0).fill("12")
        phone.do("dice")
        # 12 − 12 + 3 = 3: one success.
        own(phone, ini="−1", field="strip −1")
        expect(phone.page.locator(".own-dice")).to_have_count(0)
        assert ini(one) == -1


def test_who_is_surprised_throws_with_two_levels_less(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do("add Silja pc perception=12")
        phone = visit(house, "/fight?view=seat:Silja", **PHONE)
        fields = phone.page.locator("[data-form=dice] input")
        expect(fields).to_have_count(1)
        phone.page.locator("[data-surprised]").check()
        expect(fields).to_have_count(3)
        for at, face in enumerate(("6", "4", "5")):
            fields.nth(at).fill(face)
        phone.do("dice")
        own(phone, ini="1")  # 12 − 6 − 9 = −3
        assert one.house.notations(one.id)[-1] == "roll Silja surprised 6 4 5"


def test_the_host_throws_or_only_the_result_is_typed(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA)
        phone = visit(house, "/fight?view=seat:Silja", **PHONE)
        phone.do("roll")
        own(phone, ini=re.compile(r"^−?\d$"))
        for form, typed, stands in (("successes", "-2", "2"), ("ini", "−4", "−4"), ("ini", "5", "5")):
            one.take_back()
            own(phone, ini="–")
            phone.page.locator(".own-dice details").evaluate("(one) => { one.open = true; }")
            phone.page.locator(f"[data-form={form}] input").fill(typed)
            phone.do(form)
            own(phone, ini=stands)


def test_a_player_acts_reacts_and_waits_for_the_own_figure(house: Host, visit: OpenPage) -> None:
    with fight(house, players="act", waiting="on") as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 6", "begin", "next")
        phone = join(house, one, visit, "Silja")
        phone.reads("Silja, it is your turn")
        has_no_violations(phone)
        phone.do("act")
        own(phone, ini="13", field="ring 13")
        one.do("next", "act Brakk 9 > Silja", "next")
        # 13 ≤ 15: in time.
        phone.reads("Silja, it is your turn")
        one.do("act Silja 1", "next")
        own(phone, ini="14")
        phone.page.locator("[data-act='Aimed shot']").click()
        own(phone, ini="26", field="ring 2")
        phone.adds("The pointer is 12 VZ behind you.")
        one.do("next", "act Brakk 20 > Silja")
        phone.adds("You may react to what Brakk did.")
        phone.do("react")
        own(phone, ini="34")
        phone.adds("You have reacted to it already.")
        one.do("next")
        phone.page.locator(".other-vz summary").click()
        fields = phone.page.locator("[data-form=other] input")
        fields.nth(0).fill("2.5")
        fields.nth(1).fill('A "wide" swing')
        phone.page.locator("[data-other=act]").click()
        phone.is_told(re.compile("2.5"))
        expect(fields.nth(0)).to_have_value("2.5")
        expect(fields.nth(1)).to_have_value('A "wide" swing')
        fields.nth(0).fill("3")
        phone.page.locator("[data-other=act]").click()
        own(phone, ini="37")
        assert one.house.notations(one.id)[-1] == r'act Silja 3 "A \"wide\" swing"'
        one.do("next", "act Brakk 5 > –", "next")
        phone.do("wait")
        phone.adds("You wait, outside the order.")
        phone.do("recall")
        expect(phone.page.locator("[data-do=recall]")).to_have_count(0)
        one.do("next")
        phone.reads(re.compile("turn"))


def test_where_the_game_master_acts_for_all_a_player_is_told_to_say_it(house: Host, visit: OpenPage) -> None:
    with fight(house, players="roll") as one:
        one.do(SILJA, "put Silja 5", "begin", "next")
        phone = join(house, one, visit, "Silja")
        phone.reads("Silja, it is your turn")
        phone.adds("Tell the game master what you do.")
        expect(phone.page.locator("[data-do=act], [data-act], [data-other]")).to_have_count(0)


def test_why_one_may_not_react_is_said_in_words(house: Host, visit: OpenPage) -> None:
    with fight(house, players="act") as one:
        one.do(SILJA, "add Brakk pc", "add Ghoul npc", "put Silja 20", "put Brakk 3", "put Ghoul 11")
        one.do("begin", "next")
        phone = visit(house, "/fight?view=seat:Silja", **PHONE)
        phone.adds("The pointer is 17 VZ behind you.")
        one.do("act Brakk 9 > Ghoul", "next")
        phone.adds("It does not affect you, so you cannot react.")
        one.do("act Ghoul 8 > Silja")
        phone.adds("You are too slow to react: it is over before you get there.")
        expect(phone.page.locator("[data-do=react]")).to_have_count(0)
        assert not re.search(
            r"\b(?:11|19)\b", phone.page.locator("#panels").inner_text().partition("What happened")[0]
        )


def test_t04_the_next_one_that_is_named_and_the_call_are_the_same_with_a_concealed_one_between(
    house: Host, visit: OpenPage
) -> None:
    for between in (False, True):
        with fight(house) as one:
            one.do("add Ann pc", "add Ben pc", "put Ann 4", "put Ben 6")
            if between:
                one.do("add Ghoul npc known=no", "put ?Ghoul 5")
            one.do("begin", "next")
            ben = phone_with_calls(house, visit, "Ben")
            ben.reads("Ann is on turn")
            expect(ben.page.locator("[data-part=order] li")).to_have_text([re.compile(r"Ben\s+INI 6")])
            one.do("act Ann 9")
            ben.reads("In a moment")
            if between:
                one.do("next", "act ?Ghoul 9")
            one.do("set Ben conditions prone")
            expect(ben.page.locator(".own-figure")).to_contain_text("prone")
            expect(ben.page.locator("[data-part=order] li")).to_have_text(
                [re.compile(r"Ben\s+INI 6"), re.compile(r"Ann\s+INI 13")]
            )
            ben.reads("In a moment")
            one.do("next")
            ben.reads("Ben, it is your turn")
            called(ben, times=1)


# ---- being called


def phone_with_calls(house: Host, visit: OpenPage, figure: str) -> Visitor:
    """A player's page on which sound and trembling were chosen; what that let one hear is not counted."""
    phone = visit(house, "/", **PHONE)
    phone.context.add_init_script(SPY)
    phone.page.close()
    phone.page = phone.open(f"/fight?view=seat:{figure}")
    for way in ("sound", "tremble"):
        phone.page.locator(f"[data-call={way}]").check()
    until(lambda: calls(phone.page) == {"notes": 2, "tremblings": 1}, "to be heard and felt when chosen")
    phone.page.evaluate("Object.assign(called, { notes: 0, tremblings: 0 })")
    return phone


def calls(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate("called")
    return found


NEVER = {"notes": 0, "tremblings": 0}


def called(phone: Visitor, times: int) -> None:
    """So often in all since the page was opened: calls that should not have been would be counted too."""
    until(
        lambda: calls(phone.page)["tremblings"] >= times and calls(phone.page)["notes"] >= 2 * times, "to be called"
    )
    assert calls(phone.page) == {"notes": 2 * times, "tremblings": times}


def settled(one: Fight, phone: Visitor, word: str) -> None:
    """Whatever would come has come: something later is seen."""
    one.do(f"set Silja conditions {word}")
    expect(phone.page.locator(".own-figure .conditions")).to_contain_text(word)


def test_your_turn_is_called_once_by_sound_and_trembling_and_always_seen(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 3", "begin", "next")
        phone = phone_with_calls(house, visit, "Silja")
        phone.reads("Brakk is on turn")
        title = phone.page.title()
        one.do("act Brakk 9")
        settled(one, phone, "prone")
        one.do("next")
        phone.reads("Silja, it is your turn")
        expect(phone.page.locator(".next.mine")).to_be_visible()
        expect(phone.page).to_have_title(re.compile("Silja: your turn"))
        phone.hears("Silja, it is your turn")
        called(phone, times=1)
        # Something else is done, taken back and done again: it is the same turn.
        settled(one, phone, "stunned")
        one.take_back()
        expect(phone.page.locator(".own-figure .conditions")).to_contain_text("prone")
        one.bring_back()
        expect(phone.page.locator(".own-figure .conditions")).to_contain_text("stunned")
        # So is a turn that is taken back and brought again.
        one.take_back(2)
        phone.reads("In a moment")
        expect(phone.page).to_have_title(title)
        one.bring_back()
        phone.reads("Silja, it is your turn")
        settled(one, phone, "blind")
        one.do("act Silja 8", "next", "act Brakk 9", "next")
        phone.reads("Silja, it is your turn")
        called(phone, times=2)


def test_a_page_that_is_loaded_anew_in_the_turn_does_not_call_again_and_keeps_what_was_chosen(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 8", "begin")
        phone = phone_with_calls(house, visit, "Silja")
        one.do("next")
        called(phone, times=1)
        phone.page.reload()
        phone.reads("Silja, it is your turn")
        # The page says what the browser wants before it lets a page sound.
        expect(phone.page.locator("[data-call=sound]")).to_be_checked()
        expect(phone.page.locator("[data-touch]")).to_be_visible()
        phone.page.locator("#own-title").click()
        expect(phone.page.locator("[data-touch]")).to_have_count(0)
        settled(one, phone, "prone")
        one.do("act Silja 8", "next", "act Brakk 9", "next")
        phone.reads("Silja, it is your turn")
        called(phone, times=1)


def test_without_a_choice_nothing_sounds_or_trembles(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 6", "begin")
        phone = visit(house, "/", **PHONE)
        phone.context.add_init_script(SPY)
        phone.page = phone.open("/fight?view=seat:Silja")
        phone.page.locator("#own-title").click()
        one.do("next")
        phone.reads("Silja, it is your turn")
        expect(phone.page).to_have_title(re.compile("Silja: your turn"))
        until(lambda: phone.page.evaluate("localStorage.getItem('feldlicht.turn.Silja')"), "the turn to be told")
        assert calls(phone.page) == NEVER


def test_a_phone_that_slept_is_right_at_once_when_it_wakes_and_calls_then(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 3", "begin", "next")
        phone = phone_with_calls(house, visit, "Silja")
        phone.reads("Brakk is on turn")
        phone.page.evaluate(LOOK, "hidden")
        sleeper = phone.context.new_cdp_session(phone.page)
        sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
        one.do("act Brakk 9", "next", "act Silja 8", "next", "act Brakk 9", "next", "set Silja conditions prone")
        assert one.view()["turn"] == "Silja"
        sleeper.send("Page.setWebLifecycleState", {"state": "active"})
        phone.page.evaluate(LOOK, "visible")
        phone.reads("Silja, it is your turn")
        own(phone, ini="13")
        expect(phone.page.locator("#picture")).to_have_attribute("data-pointer", "ring13")
        expect(phone.page.locator(".own-figure .conditions")).to_contain_text("prone")
        # For the turn that it is, not for the one that it slept through.
        called(phone, times=1)
        one.do("act Silja 4", "next")
        called(phone, times=2)


DECIDE = """
    async ([told, session, entries]) => {
        const { callFor } = await import("/static/js/fight-turn.js");
        return callFor(told, session, entries, "Silja");
    }
"""


def told_by(page: Page, told: str | None, session: dict[str, Any], *entries: tuple[int, str, str | None]) -> Any:
    """Decide about a log of (revision, kind, whose turn began by it)."""
    log = [
        {
            "revision": revision,
            "kind": kind,
            "events": [{"name": "on_turn", "facts": {"figure": label}}] if label else [],
        }
        for revision, kind, label in entries
    ]
    return page.evaluate(DECIDE, [told, session, log])


def session(revision: int, turn: str | None = "Silja", phase: str = "turn", state: str = "running") -> dict[str, Any]:
    return {"id": "one", "revision": revision, "state": state, "view": {"phase": phase, "turn": turn}}


def test_whether_to_call_is_decided_by_which_turn_it_is(blank: Page) -> None:
    began = (3, "ply", "Silja")
    first = told_by(blank, None, session(3), began)
    assert first == {"on": True, "call": True, "told": "one/3"}
    again = told_by(blank, "one/3", session(6), began, (4, "ply", None), (5, "undo", None), (6, "redo", None))
    assert again == {"on": True, "call": False, "told": "one/3"}
    brought = told_by(blank, "one/3", session(5), began, (4, "undo", None), (5, "redo", "Silja"))
    assert brought["call"] is False
    later = told_by(blank, "one/3", session(8), began, (5, "ply", "Brakk"), (8, "ply", "Silja"))
    assert later == {"on": True, "call": True, "told": "one/8"}
    unread = told_by(blank, "one/3", session(9), began)
    assert unread == {"on": True, "call": False, "told": "one/3"}, "the log tells which turn it is"
    assert told_by(blank, "two/3", session(3), began)["call"] is True
    for other in (session(3, "Brakk"), session(3, None, "between"), session(3, state="abandoned")):
        assert told_by(blank, "one/1", other, began) == {"on": False, "call": False, "told": "one/1"}


def test_who_played_a_figure_plays_it_in_the_next_fight_as_soon_as_it_joins(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Tom pc")
        phone = join(house, one, visit, "Silja")
        one.do("end")
        phone.reads("The fight is over")
    with fight(house, same_players=True) as other:
        # Nobody has a seat yet: the page looks on meanwhile.
        expect(phone.page).to_have_url(re.compile(r"/fight\?ended=seat%3ASilja$"))
        other.do(SILJA)
        expect(phone.page).to_have_url(re.compile(r"/fight\?view=seat%3ASilja$"))
        phone.reads("Roll for your place")
        seats = house.get(f"/sessions/{other.id}/seats")["seats"]
        assert [(seat["id"], seat["name"]) for seat in seats] == [("Silja", "Ada")]
