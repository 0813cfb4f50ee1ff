// Sign-in in a pop-up window. A broadcast says when it is over: unlike window.opener it survives an authority
// that isolates its pages (Cross-Origin-Opener-Policy). Where no window can be opened the link is followed as it is.
(() => {
  "use strict";

  const name = "latchkey-sign-in";
  // A new window begins with a copy of this storage. An authority that isolates its pages takes the window's name, but not what is stored.
  const stored = (act) => {
    try {
      return act(sessionStorage);
    } catch {
      return null; // This browser stores nothing.
    }
  };
  const isPopUp = window.name === name || stored((storage) => storage.getItem(name)) !== null;
  if (isPopUp || !("BroadcastChannel" in window)) return;

  const channel = new BroadcastChannel(name);
  let waiting = false;
  let opened = null;

  channel.addEventListener("message", (event) => {
    if (event.data !== "signed-in" || !waiting) return;
    waiting = false;
    channel.postMessage("taken");
    opened?.close();
    location.assign("/tasks");
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-pop-up]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const left = Math.max(0, screenX + (outerWidth - 480) / 2);
    const top = Math.max(0, screenY + (outerHeight - 640) / 2);
    stored((storage) => storage.setItem(name, ""));
    opened = window.open(link.href, name, `popup,width=480,height=640,left=${Math.round(left)},top=${Math.round(top)}`);
    stored((storage) => storage.removeItem(name));
    if (!opened) return;
    event.preventDefault();
    waiting = true;
    opened.focus();
  });
})();
