"""What a first visit to the page of tasks weighs, measured from the bytes that go over the wire."""

import gzip
import re
import urllib.request

from playwright.sync_api import Page

from actions import arrive

# The tasks of the benchmark of the page.
TASKS = [
    {"id": f"{number:012d}", "task": f"Task number {number}, with a few words", "completed": number % 3 == 0} for number in range(10)]


def fetched(url, **headers):
    """The body as it came, and its fields."""
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as response:
        return response.read(), response.headers


def test_ten_tasks_are_6_kb_of_html_and_a_first_visit_11_kb_of_immutable_files(page: Page, latchkey_on_breakable_api):
    latchkey, api = latchkey_on_breakable_api
    arrive(page, latchkey.url, "Alice")
    # The list that was fetched last.
    [*api.tasks.values()][-1][:] = TASKS
    cookies = "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies(latchkey.url))
    html, fields = fetched(f"{latchkey.url}/tasks", **{"Cookie": cookies, "Accept": "text/html", "Accept-Encoding": "gzip"})
    assert fields["Content-Encoding"] is None
    text = html.decode()
    assert text.count("data-task-id=") == len(TASKS)
    sheets = re.findall(r'<link rel=stylesheet href="([^"]+)"', text)
    scripts = re.findall(r'<script src="([^"]+)"', text)
    icons = set(re.findall(r'"(/assets/[^"]+\.svg)"', text))
    assert len(sheets) == len(scripts) == 1
    # Browsers fetch these; the other icons and the manifest only where the page is put on a home screen.
    parts = {"html": len(html)}
    for path in [*sheets, *scripts, *icons]:
        body, fields = fetched(latchkey.url + path, **{"Accept-Encoding": "gzip"})
        assert fields["Cache-Control"] == "public, max-age=31536000, immutable", path
        assert re.search(r"-[0-9a-f]{8}\.", path), path
        assert fields["Content-Encoding"] == "gzip" and gzip.decompress(body)
        parts[path] = len(body)
    print(parts, sum(parts.values()))
    assert parts["html"] <= 6_000, parts
    assert sum(parts.values()) <= 11_100, parts


def test_the_page_names_its_files_in_a_header_field(page: Page, latchkey):
    html, fields = fetched(f"{latchkey.url}/")
    preloaded = re.findall(r"<([^>]+)>; rel=preload", fields["Link"])
    assert set(preloaded) == set(re.findall(r'<(?:link rel=stylesheet href|script src)="([^"]+)"', html.decode()))
    assert len(preloaded) == 3
