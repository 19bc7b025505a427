"""What the server puts into its pages."""

from __future__ import annotations

import shutil
from pathlib import Path

from flask.testing import FlaskClient

from feldlicht.web import pages


def test_every_page_names_the_build_of_its_scripts(client: FlaskClient) -> None:
    for path in ("/", "/boards/default", "/settings", "/gm", "/j/ABCDEFGH"):
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
