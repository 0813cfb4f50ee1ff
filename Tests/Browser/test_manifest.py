"""What a browser needs to put the page on a home screen."""

import struct

import pytest
from playwright.sync_api import Page

IMMUTABLE = "public, max-age=31536000, immutable"


@pytest.fixture
def manifest(page: Page, latchkey):
    page.goto(latchkey.url)
    [link] = page.locator("link[rel=manifest]").all()
    response = page.request.get(latchkey.url + link.get_attribute("href"))
    assert response.headers["content-type"].split(";")[0] == "application/manifest+json"
    assert response.headers["cache-control"] == IMMUTABLE
    return response.json()


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def test_the_manifest_says_what_is_installed(manifest):
    assert manifest["name"] == manifest["short_name"] == "Latchkey"
    assert manifest["start_url"] == "/tasks" and manifest["id"] == "/tasks"
    assert manifest["scope"] == "/" and manifest["start_url"].startswith(manifest["scope"])
    assert manifest["display"] == "standalone"


def test_the_icons_match_the_manifest_and_are_immutable(page: Page, latchkey, manifest):
    sizes = {}
    for icon in manifest["icons"]:
        response = page.request.get(latchkey.url + icon["src"])
        assert response.ok and response.headers["cache-control"] == IMMUTABLE, icon
        assert response.headers["content-type"].split(";")[0] == icon["type"], icon
        if icon["type"] == "image/png":
            width, height = png_size(response.body())
            assert icon["sizes"] == f"{width}x{height}", icon
        else:
            assert icon["sizes"] == "any", icon
        sizes.setdefault(icon.get("purpose", "any"), set()).add(icon["sizes"])
    assert sizes["any"] >= {"192x192", "512x512", "any"}
    assert sizes["maskable"] >= {"512x512"}


def test_chromium_finds_no_error_in_the_manifest(page: Page, latchkey):
    page.goto(latchkey.url)
    browser = page.context.new_cdp_session(page)
    response = browser.send("Page.getAppManifest")
    assert response["url"] and response["errors"] == []
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])
