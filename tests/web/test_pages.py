"""What the server puts into its pages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from feldlicht.web import pages
from feldlicht.web.access import CONTENT_SECURITY_POLICY

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
"""What browsers say when somebody opens an address."""


def test_every_page_names_the_build_of_its_scripts(client: FlaskClient) -> None:
    for path in ("/", "/boards/default", "/fight", "/imman", "/settings", "/gm", "/j/ABCDEFGH"):
        assert f'data-build="{pages.BUILD}"' in client.get(path).text, path


def test_scripts_that_are_others_are_another_build(tmp_path: Path) -> None:
    scripts = Path(pages.__file__).parent / "static" / "js"
    shutil.copytree(scripts, tmp_path / "js")
    assert pages.build_of(tmp_path / "js") == pages.build_of(scripts) == pages.BUILD
    one = tmp_path / "js" / "stream-exchange.js"
    one.write_text(f"{one.read_text()}//")
    assert pages.build_of(tmp_path / "js") != pages.BUILD
    one.unlink()
    without = pages.build_of(tmp_path / "js")
    assert without not in (pages.BUILD, "")
    (tmp_path / "js" / "stream-exchange2.js").write_text("")
    assert pages.build_of(tmp_path / "js") != without


NOWHERE = ("/nix", "/j/", "/j/<script>alert(1)</script>", "/boards", "/static/nothing.css", "/gm/x")


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize(
    ("language", "sentence", "home"),
    [
        ("de", "Unter dieser Adresse gibt es nichts. Fang auf der Startseite an.", "Zur Startseite"),
        ("en", "There is nothing at this address. Begin at the start page.", "To the start page"),
    ],
)
def test_who_opens_an_address_that_leads_nowhere_gets_a_page_in_his_language(
    client: FlaskClient, path: str, language: str, sentence: str, home: str
) -> None:
    answer = client.get(path, headers=BROWSER | {"Accept-Language": language})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert f'<html lang="{language}">' in answer.text
    assert sentence in answer.text
    assert f'href="/">{home}</a>' in answer.text
    assert "<script" not in answer.text


def test_whatever_a_page_is_refused_for_a_person_reads_a_sentence(client: FlaskClient) -> None:
    """Nothing that was asked for comes back as markup."""
    refused = client.get("/", headers=BROWSER | {"Host": "<b>evil.test"})
    assert (refused.status_code, refused.mimetype) == (400, "text/html")
    assert "<b>" not in refused.text
    posted = client.post("/settings", headers=BROWSER)
    assert (posted.status_code, posted.mimetype, posted.headers["Allow"]) == (405, "text/html", "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/json, text/html;q=0.5"])
def test_programs_get_a_problem_wherever_they_ask(client: FlaskClient, accept: str | None) -> None:
    answer = client.get("/nix", headers={} if accept is None else {"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/sessions/x", "/api/v1/stream?view=foo"])
def test_below_the_api_everyone_gets_a_problem(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers=BROWSER).mimetype == "application/problem+json"
