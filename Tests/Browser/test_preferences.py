"""Preferences of a user: forced colours, print, reduced motion, zoom, and a very large screen."""

import base64

import pytest
from playwright.sync_api import Page, expect

from actions import add, delete, field, problem, toggle
from judging import size_complaints

# The pixels of a picture that stand out from its first one with a contrast of 3 to 1 (WCAG 1.4.11).
MARKS = """async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt());
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const part = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = (at) => 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]) + 0.05;
    const ground = light(0);
    let marks = 0;
    for (let at = 0; at < data.length; at += 4) {
        const one = light(at);
        if (Math.max(one, ground) / Math.min(one, ground) >= 3) marks += 1;
    }
    return marks;
}"""

LOOKS = [
    pytest.param(look, id=name, marks=pytest.mark.browser_context_args(**look))
    for name, look in {
        "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}, "forced": {"forced_colors": "active", "color_scheme": "dark"},
    }.items()]

# How far each text's colour is from white paper, and what can still be pressed: browsers print no backgrounds.
PRINTED = """() => {
    const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { parentElement: element, data } = texts.currentNode;
        if (!data.trim() || !element.checkVisibility() || element.closest(".unseen, [href='#content']")) continue;
        const [r, g, b] = getComputedStyle(element).color.match(/[\\d.]+/g).map((value) => part(value / 255));
        const contrast = 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
        if (contrast < 4.5) faint.push(data.trim());
    }
    const pressed = [...document.querySelectorAll("button:not(li [name=completed]), input, textarea, nav, .button, .door")].filter((each) => each.checkVisibility());
    const { backgroundColor } = getComputedStyle(document.body);
    return { faint, pressed: pressed.map((each) => each.outerHTML.slice(0, 80)), background: backgroundColor };
}"""

# The longest time that anything takes to move, in seconds.
MOTION = """() => Math.max(...[...document.querySelectorAll("*")].flatMap((element) => ["", "::before", "::after"].flatMap((part) => {
    const style = getComputedStyle(element, part || null);
    return `${style.transitionDuration}, ${style.animationDuration}`.split(", ").map(parseFloat);
})))"""

# The widest line of text, in widths of a zero.
LINES = """() => Math.max(...[...document.querySelectorAll("main :is(p, li, td, a, h1, h2)")].filter((each) => each.checkVisibility()).map((element) => {
    const measure = element.appendChild(document.createElement("i"));
    Object.assign(measure.style, { position: "absolute", width: "1ch", padding: 0 });
    const { width } = measure.getBoundingClientRect();
    measure.remove();
    return element.getBoundingClientRect().width / width;
}))"""


@pytest.fixture(scope="module")
def marks(browser):
    """Tells how many pixels of a part of a page stand out from its first one."""
    # A page's own policy would not let a script look at pictures.
    other = browser.new_page()
    yield lambda page, box: other.evaluate(MARKS, base64.b64encode(page.screenshot(clip=box, animations="disabled")).decode())
    other.context.close()


def middle(box, size=14):
    return {"x": box["x"] + (box["width"] - size) / 2, "y": box["y"] + (box["height"] - size) / 2, "width": size, "height": size}


def grown(box, by=7):
    return {"x": box["x"] - by, "y": box["y"] - by, "width": box["width"] + 2 * by, "height": box["height"] + 2 * by}


@pytest.fixture
def two(listed: Page):
    """A list of two tasks, the first of them done, with the pointer out of the way."""
    add(listed, "One")
    add(listed, "Two")
    toggle(listed, "One")
    expect(listed.get_by_role("button", name="Reopen: One")).to_be_visible()
    listed.mouse.move(0, 0)
    return listed


@pytest.mark.parametrize("look", LOOKS)
def test_drawn_marks_and_the_focus_are_visible_in_every_scheme(two: Page, marks, look):
    done, todo = (each.bounding_box() for each in two.locator("li [name=completed]").all())
    assert marks(two, middle(done)) > 15, "no tick"
    assert marks(two, middle(todo)) == 0, "a tick where nothing is done"
    assert marks(two, grown(todo, -4)) > 60, "no circle"
    assert marks(two, middle(two.locator("li > :last-child").first.bounding_box(), 24)) > 30, "no cross"
    for link in two.locator(".tools nav a").all():
        box = link.bounding_box()
        line = marks(two, {"x": box["x"], "y": box["y"] + 32, "width": box["width"], "height": 12})
        assert (line > 20) == (link.get_attribute("aria-current") == "page"), link.inner_text()

    two.keyboard.press("Tab")
    for selector in ("[data-edit] [name=task]", "[data-edit] button", ".tools nav a", "li [name=completed]", "a[data-task]", "li > :last-child", "summary", "header button", "footer a"):
        target = two.locator(selector).last
        target.scroll_into_view_if_needed()
        box = grown(target.bounding_box())
        two.evaluate("document.activeElement.blur()")
        without = marks(two, box)
        target.focus()
        assert marks(two, box) > without + 2 * box["height"], selector


def test_a_printed_page_has_the_list_and_no_controls(two: Page, latchkey):
    for path, seen in (("/tasks", "[data-task]"), ("/claims", "td"), ("/sessions", "[data-session-id]"), ("/nowhere", "[data-error]"), ("/keys", "dd")):
        two.emulate_media(media="screen", color_scheme="dark")
        two.goto(latchkey.url + path)
        expect(two.locator(seen).first).to_be_visible()
        two.emulate_media(media="print", color_scheme="dark")
        expect(two.locator("[data-user]")).to_be_visible()
        printed = two.evaluate(PRINTED)
        assert (printed["faint"], printed["pressed"]) == ([], []), path
        assert printed["background"] in ("rgb(243, 246, 242)", "rgb(255, 255, 255)"), path
    two.goto(f"{latchkey.url}/tasks")
    assert "line-through" in two.locator("[data-completed=true] [data-task]").evaluate("e => getComputedStyle(e).textDecorationLine")


def test_nothing_moves_with_reduced_motion(two: Page, latchkey):
    two.emulate_media(reduced_motion="reduce")
    for path in ("/tasks", "/sessions", "/keys", "/nowhere", "/signed-out", "/profile"):
        two.goto(latchkey.url + path)
        two.locator("button:visible").first.hover()
        assert two.evaluate(MOTION) == 0, path


@pytest.mark.browser_context_args(viewport={"width": 320, "height": 256}, device_scale_factor=4)
def test_at_four_times_the_size_nothing_hides_what_has_the_focus(two: Page):
    for number in range(4):
        add(two, f"Number {number}")
    add(two, "long " * 199)
    delete(two, ("long " * 199).strip())
    offer = two.locator("[data-undo]")
    expect(offer).to_be_visible()
    assert offer.bounding_box()["height"] < 128
    walk_back(two)
    field(two).fill(" ")
    field(two).press("Enter")
    expect(problem(two)).to_be_visible()
    walk_back(two)
    assert size_complaints(two) == {}


@pytest.mark.parametrize("height", [pytest.param(height, id=f"{height} px high", marks=pytest.mark.browser_context_args(viewport={"width": 320, "height": height})) for height in (256, 480, 664)])
def test_a_long_reason_hides_nothing_that_has_the_focus(breakable, height):
    page, api = breakable
    for number in range(6):
        add(page, f"Number {number}")
    api.fails(500)
    toggle(page, "Number 5")
    expect(problem(page)).to_be_in_viewport()
    walk_back(page)


def walk_back(page: Page):
    """Goes with Shift and Tab from the end of the page to its start; each stop is seen."""
    page.locator("footer [href='/keys']").focus()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        stop = page.evaluate("""() => {
            const element = document.activeElement;
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const points = [top + 2, (top + bottom) / 2, bottom - 2].filter((y) => y > 0 && y < innerHeight);
            const isSeen = points.some((y) => element.contains(document.elementFromPoint((left + right) / 2, y)));
            return [element.matches(".brand"), isSeen, element.outerHTML.slice(0, 100)];
        }""")
        assert stop[1], stop
        if stop[0]:
            return
    raise AssertionError("the start of the page is never reached")


@pytest.mark.browser_context_args(viewport={"width": 3840, "height": 2160})
def test_lines_stay_readable_on_a_very_large_screen(two: Page, latchkey):
    add(two, "A task whose text is long enough for more than one line of any screen. " * 5)
    for path in ("/tasks", "/claims", "/sessions", "/nowhere", "/keys", "/auth/openid/return?state=unknown&code=x"):
        two.goto(latchkey.url + path)
        assert two.evaluate(LINES) <= 80, path
        box = two.locator("main").bounding_box()
        assert abs(2 * box["x"] + box["width"] - 3840) < 2, path
        assert float(two.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")) >= 20, path
