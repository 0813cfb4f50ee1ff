"""What holds of every page, whatever it shows: axe finds nothing, a small phone holds it, and what is pressed is large enough."""

from axe_playwright_python.sync_playwright import Axe

SMALL_PHONE, DESKTOP = {"width": 320, "height": 640}, {"width": 1280, "height": 720}

# The targets that are too small, by WCAG 2.2's target size: 24 CSS pixels (2.5.8) for all that stands in no sentence,
# and 44 (2.5.5) for what the pages are there for. A field's label is part of its target.
SMALL_TARGETS = """() => {
    const main = "button, .button, textarea, input, nav a, header a, footer a, .edit a, [data-task], .aside a, .cancel";
    const isInSentence = (element) => getComputedStyle(element).display === "inline"
        && [...element.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches("[href='#content']:not(:focus)");
    return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), textarea, select, summary")]
        .filter((element) => isShown(element) && !isInSentence(element))
        .flatMap((element) => {
            const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
            const least = element.matches(main) ? 44 : 24;
            return Math.min(width, height) > least - 0.1 ? [] : [`${element.outerHTML.slice(0, 120)}: ${width} x ${height}`];
        });
}"""

# Buttons whose text runs out of them, and what stands out of the page at its side.
CLIPPED = """() => [...document.querySelectorAll("button, .button, nav a, h1, h2")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 || left < 0 || right > innerWidth + 1;
    })
    .map((element) => element.outerHTML.slice(0, 120))"""


def axe_complaints(page):
    """What axe finds, in light and in dark."""
    found = {}
    for scheme in ("light", "dark"):
        # A colour on its way from one scheme to the other has neither's contrast.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        violations = Axe().run(page).response["violations"]
        if violations:
            found[scheme] = [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in violations]
    return found


def size_complaints(page, viewports=(SMALL_PHONE, DESKTOP)):
    """What is too wide, too small or clipped, by the width of the page."""
    found = {}
    size = page.viewport_size
    for viewport in viewports:
        page.set_viewport_size(viewport)
        width = viewport["width"]
        wide, small, clipped = page.evaluate(f"[document.documentElement.scrollWidth, ({SMALL_TARGETS})(), ({CLIPPED})()]")
        complaints = {"wide": wide if wide > width else None, "small": small, "clipped": clipped}
        if any(complaints.values()):
            found[width] = complaints
    page.set_viewport_size(size)
    return found
