#!/usr/bin/env python3
"""Takes a picture of every page in every state: light and dark, phone and desktop, in several languages.

    make screenshots                                   # builds in release mode, then runs this
    Tests/Browser/screenshots.py FOLDER --languages en de ja --only tasks welcome

The pictures are FOLDER/LANGUAGE/STATE-SCHEME-DEVICE.png.
"""

import argparse
import pathlib
import tempfile

from playwright.sync_api import sync_playwright

import states
from conftest import Latchkey, launch_options, port_of_nobody

DEVICES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}


def photographer(folder, only):
    folder.mkdir(parents=True, exist_ok=True)

    def look(name, page):
        if only and name not in only:
            return
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for device, size in DEVICES.items():
                page.set_viewport_size(size)
                # A page of a hundred tasks says nothing more below its second screen.
                clip = {"x": 0, "y": 0, "width": size["width"], "height": 2 * size["height"]}
                page.screenshot(path=folder / f"{name}-{scheme}-{device}.png", full_page=True, clip=clip)

    return look


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--languages", nargs="+", default=["en", "de", "ja"])
    parser.add_argument("--only", nargs="+", help="the states to picture; all others are walked through")
    options = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data, port_of_nobody() as nowhere:
        browser = playwright.chromium.launch(**launch_options())
        for language in options.languages:
            look = photographer(options.folder / language, options.only)
            programs = []
            for name, settings in (
                    ("plain", {}),
                    ("without-api", {"task-web-api": f"http://127.0.0.1:{nowhere}/tasks"}),
                    ("posting", {"response-mode": "form_post"})):
                folder = pathlib.Path(data) / language / name
                folder.mkdir(parents=True)
                programs.append(Latchkey(folder, **settings))
            try:
                states.walk(browser, programs[0], look, locale=language)
                states.walk_without_api(browser, programs[1], look, locale=language)
                states.walk_with_posted_answer(browser, programs[2], look, locale=language)
            finally:
                for program in programs:
                    program.stop()
    print(f"the pictures are in {options.folder}")


if __name__ == "__main__":
    main()
