// Shows a page's times in the browser's time zone. Without scripts they are in UTC, and say so.
// Nothing is drawn before it has run, so that nothing moves.
(() => {
  "use strict";

  const style = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time")) {
    const { textContent: before, dateTime, parentElement } = time;
    time.textContent = style.format(new Date(dateTime));
    // A session's button names the time at which the session started.
    const button = parentElement.closest("li")?.querySelector("[aria-label]");
    button?.setAttribute("aria-label", button.getAttribute("aria-label").replace(before, () => time.textContent));
  }
})();
