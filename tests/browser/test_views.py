"""Views and rights as pages have them, and pages that come over the network by a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import ELSEWHERE, QUICK, OpenPage
from tests.browser.test_shared_stream import ALONE
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test

SAY = """async ([path, body]) => {
    const answer = await fetch(`/api/v1${path}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { rightsChanged } = await import("/static/js/stream.js");
    await rightsChanged();
}"""
"""What a page does to come in."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that lets others in, also by a name; tests at this computer use it as ever."""
    others = {"FELDLICHT_LAN": "yes", "FELDLICHT_NAMES": ELSEWHERE}
    with Host(tmp_path_factory.mktemp("data"), **QUICK, **others) as running:
        yield running.live()


@pytest.fixture
def away(host: Host, match: str) -> Iterator[str]:
    """The host's address as others reach it; seats go on to the next match, so they are freed afterwards."""
    yield host.address.replace("127.0.0.1", ELSEWHERE).rstrip("/")
    for seat in host.get(f"/sessions/{match}/seats")["seats"]:
        if seat["name"] is not None:
            host.post(f"/sessions/{match}/seats/free", {"seat": seat["id"]})


def seat_in(host: Host, match: str, page: Page, seat: str) -> None:
    code = host.post(f"/sessions/{match}/invitations", {"seat": seat}, expect=201)["code"]
    page.evaluate(SAY, ["/join", {"code": code, "name": "Ada"}])


def former(visitor: Visitor) -> Locator:
    """What a page says of a view that it may not have, or not any more."""
    return visitor.page.locator("[data-former]")


@pytest.mark.parametrize("script", ["", ALONE], ids=["worker", "no worker"])
def test_over_plain_http_by_a_name_pages_live_and_play_without_what_only_secure_contexts_have(
    host: Host, match: str, away: str, visit: OpenPage, script: str
) -> None:
    guest = visit(host, f"{away}/")
    guest.page.add_init_script(script)
    guest.page.reload()
    missing = "[isSecureContext, 'randomUUID' in crypto, navigator.locks !== undefined, 'SharedWorker' in window]"
    assert guest.page.evaluate(missing) == [False, False, False, not script]
    guest.reads("Yellow to move")
    seat_in(host, match, guest.page, "yellow")
    guest.page.goto(f"{away}/?view=seat:yellow")
    guest.reads("Yellow to move")
    guest.cell("D8").click()
    guest.cell("E10").click()
    guest.reads("Wait: Blue is on turn")
    assert host.notations(match)[-1] == "S D8-E10"
    host.command(match, type="move", move="M C10-C11")
    guest.reads("Yellow to move")


def test_the_view_of_a_page_goes_along_in_all_that_it_asks_and_sends(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.page.add_init_script(ALONE)
    asked: list[Request] = []
    owner.page.on("request", lambda request: asked.append(request) if "/api/v1/" in request.url else None)
    for view in ("gm", "public"):
        asked.clear()
        owner.posts.clear()
        owner.page.goto(f"{host.address}{'' if view == 'public' else '?view=gm'}")
        owner.reads("Yellow to move")
        owner.cell("D8").click()
        owner.cell("E10").click()
        owner.reads("Blue to move")
        link = owner.page.locator("[data-journal]").get_attribute("href")
        addresses = [one.url for one in asked if "/texts/" not in one.url] + [str(link)]
        assert {urlparse(one).path.rpartition("/")[2] for one in addresses} >= {
            "stream",
            "log",
            "commands",
            "journal",
        }
        views = {parse_qs(urlparse(one).query).get("view", ["public"])[0] for one in addresses}
        assert views == {view}
        assert [body.get("view", "public") for body in owner.posts] == [view]
        host.command(match, type="undo")


def test_pages_of_one_view_share_a_stream_and_another_view_has_its_own(
    host: Host, match: str, visit: OpenPage
) -> None:
    until(lambda: host.streams == 0, "readers of before to be gone")
    owner = visit(host, "/")
    for path in ("/", "/?view=gm", "/?view=gm", "/?view=public"):
        owner.open(path)
    assert host.streams == 2


def test_a_page_whose_view_is_above_its_right_is_told_so_and_shows_it_as_soon_as_it_may(
    host: Host, match: str, away: str, visit: OpenPage
) -> None:
    guest = visit(host, f"{away}/?view=seat:yellow", expect_live=False, locale="de-DE")
    guest.allow(re.compile("status of 403"))
    expect(former(guest)).to_contain_text(
        "Der Platz Gelb ist nicht deiner, oder nicht mehr. Diese Seite zeigt, was alle"
    )
    # The line is fine: what everyone may see is live.
    expect(guest.page.locator(".badge.live")).to_be_attached()
    expect(guest.page.locator("[data-role]")).to_have_count(0)
    assert "undefined" not in guest.page.locator("body").inner_text()
    door = guest.begin_to_open(f"{away}/")
    expect(door.locator(".badge.live")).to_be_attached()
    seat_in(host, match, door, "yellow")
    guest.page.bring_to_front()
    expect(guest.page.locator("[data-role='seat:yellow']")).to_be_visible()
    expect(guest.page.locator(".badge.live")).to_be_attached()
    guest.reads("Gelb ist am Zug")
    expect(former(guest)).to_have_count(0)
    # Who loses the seat loses the view, and is told; he goes on as everyone.
    host.post(f"/sessions/{match}/seats/free", {"seat": "yellow"})
    expect(former(guest)).to_contain_text("Den Platz Gelb hast du gerade nicht: Er wurde frei gemacht")
    expect(guest.page.locator(".badge.live")).to_be_attached()
    expect(guest.page.locator("[data-seat=yellow]")).to_contain_text("frei")
    expect(guest.page.locator("[data-seat=yellow] [data-seat-do], [data-do=undo]")).to_have_count(0)
    former(guest).get_by_role("link", name="Alle").click()
    expect(guest.page.locator(".badge.live")).to_be_attached()
    expect(former(guest)).to_have_count(0)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ("gm", "This view is the game master's, and you are not one, or not any more."),
        ("foo", "There is no view foo."),
        ("seat:blue", "The seat Blue is not yours, or not any more."),
    ],
)
@pytest.mark.parametrize("path", ["/", "/boards/default"])
def test_a_page_says_that_it_may_not_look_so_and_not_that_the_line_is_dead(
    host: Host, match: str, away: str, visit: OpenPage, path: str, view: str, sentence: str
) -> None:
    guest = visit(host, f"{away}{path}?view={view}", expect_live=False)
    guest.allow(re.compile("status of (403|422)"))
    expect(former(guest)).to_contain_text(sentence)
    expect(guest.page.locator(".badge.live")).to_be_attached()
    expect(guest.page.locator("[data-role]")).to_have_count(0)


def test_an_address_that_leads_nowhere_is_a_page_with_a_way_home(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/nix", expect_live=False, locale="de-DE")
    expect(visitor.page.locator("[data-told]")).to_have_text(
        "Unter dieser Adresse gibt es nichts. Fang auf der Startseite an."
    )
    visitor.page.get_by_role("link", name="Zur Startseite").click()
    expect(visitor.page.locator(".badge.live")).to_be_attached()
