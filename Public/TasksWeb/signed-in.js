// A sign-in that ended in a pop-up window: tells the window that waits for it, which answers when it has taken over.
(() => {
  "use strict";

  if (!("BroadcastChannel" in window)) return;

  const name = "latchkey-sign-in";
  const channel = new BroadcastChannel(name);
  const isMarked = () => {
    try {
      return sessionStorage.getItem(name) !== null;
    } catch {
      return false; // This browser stores nothing.
    }
  };
  const isPopUp = window.name === name || isMarked();
  channel.addEventListener("message", (event) => {
    if (event.data === "taken" && isPopUp) window.close();
  });
  channel.postMessage("signed-in");
})();
