// Comforts for pages that work without scripts: the place on the page survives a form, Escape leaves an edit, one press sends once.
(() => {
  "use strict";

  const placeKey = "latchkey-place";
  const placeLasts = 15_000;
  const tasks = () => [...document.querySelectorAll(".task")];

  const store = {
    put(value) {
      try { sessionStorage.setItem(placeKey, JSON.stringify(value)); } catch { /* no storage: the page starts at its top */ }
    },
    take() {
      try {
        const text = sessionStorage.getItem(placeKey);
        sessionStorage.removeItem(placeKey);
        return text ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
  };

  // A form answers with a redirect to the list, which would begin at its top and forget the focus.
  const remember = (form) => {
    const row = form.closest(".task");
    store.put({
      kind: form.dataset.keep,
      id: row?.dataset.taskId ?? null,
      index: row ? tasks().indexOf(row) : -1,
      scroll: scrollY,
      focus: form.dataset.keep === "add" || document.activeElement?.matches(":focus-visible") === true,
      at: Date.now(),
    });
  };

  const restore = () => {
    const place = store.take();
    const counter = document.querySelector("[data-counter]");
    if (!place || !counter || Date.now() - place.at > placeLasts || document.querySelector("[data-error]")) return;
    const rows = tasks();
    const row = rows.find((each) => place.id !== null && each.dataset.taskId === place.id) ?? rows[Math.min(place.index, rows.length - 1)];
    const target = {
      add: () => document.getElementById("add-task"),
      toggle: () => row?.querySelector(".check"),
      edit: () => row?.querySelector("summary"),
      delete: () => row?.querySelector(".task-delete button") ?? document.getElementById("add-task"),
    }[place.kind]?.();
    if (place.focus) target?.focus({ preventScroll: true });
    if (place.kind !== "add") scrollTo(0, place.scroll);
    const status = document.querySelector("[data-announce]");
    if (status) setTimeout(() => { status.textContent = counter.textContent; }, 150);
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "";
    setTimeout(() => { delete form.dataset.sent; }, 3_000);
    if (form.dataset.keep) remember(form);
  });

  // A page that comes back from the browser's cache must be able to send again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  for (const edit of document.querySelectorAll(".task-edit")) {
    const field = edit.querySelector("input[name=task]");
    edit.addEventListener("toggle", () => {
      if (!edit.open) return;
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });
    edit.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || !edit.open) return;
      event.preventDefault();
      field.value = field.defaultValue;
      edit.open = false;
      edit.querySelector("summary").focus();
    });
  }

  restore();

  // A sign-in that ended in a pop-up window: tell the window that waits for it, which answers when it has taken over.
  if (document.querySelector("[data-user]") && "BroadcastChannel" in window) {
    const channel = new BroadcastChannel("latchkey-sign-in");
    const isPopUp = window.name === "latchkey-sign-in" || !window.menubar.visible;
    channel.addEventListener("message", (event) => {
      if (event.data === "taken" && isPopUp) window.close();
    });
    channel.postMessage("signed-in");
  }
})();
