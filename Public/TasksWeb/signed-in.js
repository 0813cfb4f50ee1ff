// A sign-in that ended in a pop-up window: tells the window that waits for it, which answers when it has taken over.
(() => {
  "use strict";

  if (!("BroadcastChannel" in window)) return;

  const channel = new BroadcastChannel("latchkey-sign-in");
  const isPopUp = window.name === "latchkey-sign-in" || !window.menubar.visible;
  channel.addEventListener("message", (event) => {
    if (event.data === "taken" && isPopUp) window.close();
  });
  channel.postMessage("signed-in");
})();
