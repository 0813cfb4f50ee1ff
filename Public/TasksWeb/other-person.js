// On a page that names a person: whoever comes back to its window and is somebody else by now, or nobody, is led to their own.
// The page of tasks finds that out when it looks for what is new.
(() => {
  "use strict";

  const find = (selector, page = document) => page.querySelector(selector);
  const user = (page) => find("[data-user]", page)?.dataset.user;
  let isLooking = false;

  const leave = (next) => {
    const leaving = find("#going");
    const typed = find("main textarea[name]");
    if (leaving) {
      // What was sent, as for signing out, leads elsewhere by itself, unless the person has stopped it.
      setTimeout(() => { leaving.id = ""; }, 20_000);
    } else if (!next && typed?.value.trim()) {
      // The server keeps it until the person has signed in again.
      typed.form.requestSubmit();
    } else {
      location.replace("/");
    }
  };

  const look = async () => {
    if (isLooking || document.hidden) return;
    isLooking = true;
    try {
      // A page for everybody, which names who is signed in. A fault says nothing of that, and neither does a connection that is gone.
      const response = await fetch("/keys");
      const next = user(new DOMParser().parseFromString(await response.text(), "text/html"));
      if (response.ok && next !== user(document)) leave(next);
    } catch {}
    isLooking = false;
  };

  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
})();
