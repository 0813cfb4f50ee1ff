// What the task page's script needs only now and then: editing, dialogs, and the end of a session. It is fetched with the first of these.

const find = (selector, page = document) => page.querySelector(selector);
const isChanged = ({ task }) => task.value !== task.defaultValue;
const oneLine = (text) => text.replace(/\s+/g, " ");
// Pasted lines that are no tasks yet, nor given up.
const questions = new Set();

/** Makes the form of an edit save by Enter and by leaving it, and end by Escape; an emptied task is deleted. */
export const edit = ({ adding, go, send, keep }) => {
  const form = find(".edit");
  // It may have been left before this script came.
  if (!form) return;
  const cancel = find("a", form);
  const { task } = form;

  const end = async (event) => {
    event.preventDefault();
    if (form.sent) return;
    // What is typed while it is being saved would be lost.
    form.sent = task.readOnly = true;
    const isKept = event.type === "keydown" || event.type === "click" || !isChanged(form);
    const remove = form.parentNode.lastElementChild;
    const isDone = await (isKept ? go(cancel.href) : task.value.trim() ? send(form) : send(remove.form, remove));
    if (isDone) task.defaultValue = task.value;
    // What is done stands here on where the page that it leads to did not come.
    form.sent = task.readOnly = isDone && !find("[data-error]");
  };

  form.addEventListener("submit", end);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && event.keyCode !== 229) end(event);
  });
  cancel.addEventListener("click", end);
  // Pressing Cancel is no leaving, also where a link does not take the focus.
  cancel.addEventListener("mousedown", (event) => event.preventDefault());
  form.addEventListener("focusout", (event) => {
    // A window that loses the focus leaves the edit as it is.
    if (!form.contains(event.relatedTarget) && document.activeElement !== event.target) end(event);
  });

  // Called before another page takes the form away. What was typed for a task that is gone can still become one.
  form.leave = (page) => {
    const isOver = form.sent || !(isChanged(form) || find("[data-error]", page));
    // Being taken away is no leaving.
    form.sent = true;
    if (isOver) return;
    keep(task.value);
    adding.task.focus();
  };

  // Whoever types a new task by now goes on with it.
  if (document.activeElement !== adding.task) task.focus({ preventScroll: true });
  if (!isChanged(form)) task.selectionStart = task.value.length;
};

/** Leads to sign-in by a navigation. If the session has ended, that keeps what was typed; if it lives, only what was challenged goes on. */
export const signIn = (url, { form, submitter, data, isQuiet, isDone, response }, { adding, keep, restore }) => {
  const isStepUp = response.headers.get("WWW-Authenticate")?.includes("insufficient_user_authentication");
  // Coming back to a window is no wish to prove more.
  if (isStepUp && isQuiet) return null;
  const leaving = find("header #going");
  if (leaving) {
    // The person is signing out: another navigation would take the place of that one, and the provider would sign in again.
    setTimeout(() => { leaving.id = ""; }, 20_000);
    return null;
  }
  restore();
  // With a part of the page named, the same address would load nothing.
  const address = (isDone ? location.href : url).split("#")[0];
  // Nothing that waits is sent any more.
  const never = new Promise(() => {});
  if (isStepUp) {
    if (isDone || !data) {
      location.assign(address);
    } else {
      // Nothing else goes with it: it might be done.
      const inputs = [...data].map(([name, value]) => make("input", { type: "hidden", name, value }));
      const challenged = make("form", { method: "post", action: url }, ...inputs);
      document.body.append(challenged);
      challenged.submit();
    }
    return never;
  }
  keep(...[...questions].map(({ left }) => oneLine(left)));
  const edited = [...document.querySelectorAll(".edit")].find(isChanged);
  // One form alone can go on: what was typed in two becomes one text.
  if (edited && isChanged(adding)) keep(edited.task.value);
  const typed = [adding, edited].find((each) => each && isChanged(each)) ?? (isDone ? null : form);
  addEventListener("submit", (event) => event.stopImmediatePropagation(), true);
  if (typed) {
    const button = typed === form ? submitter : null;
    // An answer may have taken them away; a button that is back belongs to its form again.
    for (const each of [typed, button]) if (each?.isConnected === false) document.body.append(each);
    typed.requestSubmit(button);
  } else {
    // Coming back to a window is no wish to sign in.
    location.assign(isQuiet ? "/" : address);
  }
  return never;
};

const make = (name, properties, ...content) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
};

const open = (label, ...content) => {
  const dialog = make("dialog", {}, ...content);
  dialog.setAttribute("aria-label", label);
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    // An answer may have taken away what had the focus.
    if (!before.isConnected) (find("[data-edit] [name=task]") ?? find("main")).focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
};

// The page of keys, which also has the texts of the dialogs.
let page;

// A cookie of the site's remembers it: people who speak to their computer press single keys by accident.
const isOff = () => document.cookie.includes("latchkey-keys=off");

// Without scripts the choice has a button; with them it counts at once, also where the box was ticked before this script came.
const choose = (form) => {
  const box = form.off;
  let saved;
  const save = async () => {
    await saved;
    if (box.checked === isOff()) return;
    // The session may be a newer one than when this form came.
    form.csrf.value = find("[name=csrf]").value;
    find(".problem", form)?.remove();
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true }).catch(() => null);
    if (answer?.ok) return;
    if (answer && answer.status < 500) {
      // The session has ended, or is another one.
      page = null;
      return form.remove();
    }
    box.checked = !box.checked;
    form.append(make("p", { className: "problem", role: "alert" }, document.body.dataset.away));
  };
  const change = () => { saved = save(); };
  find("button", form).hidden = true;
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("change", change);
  change();
};

// Dialogs look as that page does, whose style sheets come first.
const dress = (other) => Promise.all([...other.querySelectorAll("[rel=stylesheet]")]
  .filter((sheet) => !find(`[href="${sheet.getAttribute("href")}"]`))
  .map((sheet) => new Promise((resolve) => {
    sheet.onload = sheet.onerror = resolve;
    document.head.append(sheet);
  })));

const keys = async () => {
  if (!page) {
    // An answer may also break off.
    const html = await fetch("/keys").then((response) => response.ok && response.text()).catch(() => null);
    if (!html) return null;
    page = new DOMParser().parseFromString(html, "text/html");
    await dress(page);
  }
  return { ...find(".keys", page).dataset, title: page.title, content: find("main", page).cloneNode(true).children };
};

/** Shows what keys alone stand for. */
export const showKeys = async (away) => {
  const words = await keys();
  if (!words) return away();
  if (find("dialog[open]")) return;
  const button = make("button", { className: "primary" }, words.close);
  const dialog = open(words.title, ...words.content, make("form", { method: "dialog" }, button));
  // It isn't there if the session has ended since this page came.
  const form = find("[action^='/keys']", dialog);
  if (form) {
    form.off.checked = isOff();
    choose(form);
  } else {
    page = null;
  }
  button.focus();
};

const split = (text) => text.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);

/** Asks whether pasted lines become a task each; those that could not be added stay in the question. */
export const ask = async (text, kit, problem) => {
  const { adding, go } = kit;
  const question = { left: text };
  questions.add(question);
  const words = await keys();
  if (!words) {
    questions.delete(question);
    return kit.away(oneLine(text));
  }
  const { lines, each, one } = words;
  const field = adding.task;
  // A dialog that closes gives the focus back, but not the caret's place.
  const { selectionStart, selectionEnd } = field;
  const label = lines.replace("{count}", split(text).length);
  const area = make("textarea", { value: text, rows: 8, dir: "auto" });
  area.setAttribute("aria-label", label);
  area.addEventListener("input", () => { question.left = area.value; });
  const form = make(
    "form", { method: "dialog" }, make("p", {}, label), area,
    make("button", { value: "each", className: "primary", autofocus: true }, each), make("button", { value: "one" }, one));
  if (problem) form.prepend(problem);

  open(label, form).addEventListener("close", async ({ target }) => {
    const left = split(area.value);
    // Lines that could not be added are not thrown away with the question.
    if (target.returnValue === "one" || (problem && !target.returnValue)) field.setRangeText(left.join(" "), selectionStart, selectionEnd, "end");
    while (target.returnValue === "each" && left.length > 0) {
      question.left = left.join(" ");
      const data = new URLSearchParams({ csrf: adding.csrf.value, task: left[0] });
      if (!await go(adding.action, { data, rest: question.left })) {
        // What is there now may have to come before the reason.
        await kit.settled();
        questions.delete(question);
        return ask(left.join("\n"), kit, find("[data-error]"));
      }
      left.shift();
    }
    questions.delete(question);
  });
};

// On the page of keys this script is there from the start.
const choice = find("main form[action^='/keys']");
if (choice) choose(choice);
