// The task page without reloads: what its forms and links ask for is fetched, and the page that answers is shown in its place.
// Every text is the server's. Without scripts the same forms and links do the same work; editing and dialogs are more.js.
(() => {
  const find = (selector, page = document) => page.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const { body, currentScript } = document;
  const main = find("main");
  // The task page alone has this field. Its form stays where it is, so that typing goes on while answers come.
  const field = find("#add-task");
  const adding = field?.form;
  const rows = "main li";
  const tools = "main nav a, .bulk button";

  let queue = Promise.resolve();
  let waiting = 0;
  let readAt = Date.now();
  let answer;
  let press;
  // Until something else is changed, the last deletion can be undone.
  let undo = find("[data-undo]");

  const say = (text) => {
    if (!find("[data-error]")) main.insertAdjacentHTML("afterbegin", "<p class=problem role=alert data-error>");
    find("[data-error]").textContent = text;
  };

  const keep = (text = "") => {
    field.value = `${text} ${field.value}`.trim();
  };

  const more = (act, text) => import(currentScript.dataset.more).then(act, () => {
    if (text) keep(text);
    say(body.dataset.away);
  });

  // Puts the newest answer in place. The focus stays at its control: of the same task, or of the one that came in its place.
  const show = ({ isQuiet, isTop }) => {
    const page = answer;
    const edit = find(".edit");
    answer = null;
    const isOther = (selector, name) => find(selector, page)?.[name] !== find(selector)[name];
    if (isOther("[data-user]", "textContent") || isOther("html", "lang")) return location.reload();
    const { form } = find("#add-task", page);
    for (const each of all("[name=csrf]")) each.value = form.csrf.value;
    if (isQuiet && edit && find(".edit", page)) return;
    edit?.leave?.(page);

    const at = document.activeElement;
    const row = at.closest(rows);
    const index = all(rows).indexOf(row);
    const tool = all(tools).indexOf(at);
    const top = isTop ? 0 : scrollY;
    const nodes = [...find("main", page).childNodes];
    for (const node of [...main.childNodes]) if (node !== adding) node.remove();
    adding.before(...nodes.splice(0, nodes.indexOf(form)));
    adding.after(...nodes.slice(1));
    if (!isQuiet) {
      find("[data-announce]").textContent = find("[data-undo] p, [data-counter], .empty")?.textContent;
      // Its languages lead back to this page.
      find("footer").replaceWith(find("footer", page));
    }
    if (undo) adding.before(undo);

    let target = isTop ? main : at;
    if (!target.isConnected) {
      const now = all(rows);
      const place = now.find(({ dataset }) => dataset.taskId && dataset.taskId === row?.dataset.taskId) ?? now[index] ?? now.at(-1);
      target = (row ? place && find(at.className ? `.${at.className}` : "[name=task], a", place) : all(tools)[tool]) ?? field;
      // In a text, at its end.
      target.selectionStart = 1e4;
    }
    target.focus({ preventScroll: true });
    scrollTo(0, top);
    open();
  };

  // Fetches one page after the other, so that the newest is shown last; whether it went well.
  const go = (url, options = {}) => {
    const { data, reason, isPush, isQuiet } = options;
    waiting += 1;
    return queue = queue.then(async () => {
      const from = location.href;
      let problem = body.dataset.away;
      let status;
      try {
        const response = await fetch(url, data && { method: "POST", body: data });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        status = response.status;
        problem = response.ok ? "" : find("[data-error]", page)?.textContent ?? problem;
        if (!problem) {
          answer = page;
          undo = find("[data-undo]", page) ?? (data ? null : undo);
          if (location.href === from && response.url !== from) history[isPush ? "pushState" : "replaceState"](null, "", response.url);
        }
      } catch {}
      waiting -= 1;
      if (status === 401) return more(({ signIn }) => signIn(url, options, kit));
      await press;
      readAt = Date.now();
      if (answer && (problem || !waiting)) show(options);
      // The task or the session is another one: what is there now comes first, then why.
      if (!isQuiet && [403, 404].includes(status)) go(location.href, { isQuiet: true, reason: problem });
      else if (reason ? !find("[data-error]") : problem && !isQuiet) say(reason ?? problem);
      return !problem;
    });
  };

  const send = async (form, submitter) => {
    const data = new URLSearchParams(new FormData(form, submitter));
    const row = form.closest(rows);
    const was = row?.dataset.completed;
    let text;
    form.sent = true;
    if (form === adding) {
      text = field.value;
      field.value = "";
      field.focus();
    }
    if (submitter?.name) row.dataset.completed = submitter.value;
    const isDone = await go(form.action, { form, submitter, data, text });
    if (!isDone) {
      keep(text);
      if (row) row.dataset.completed = was;
    }
    // The second press of two may come after the answer.
    free(form, isDone && 500);
    return isDone;
  };

  const free = (form, delay) => setTimeout(() => { form.sent = false; }, delay);

  const kit = { adding, go, send, keep };
  const open = () => find(".edit") && more(({ edit }) => edit(kit));

  onsubmit = (event) => {
    const { target: form, submitter } = event;
    if (!field || !main.contains(form)) {
      if (form.sent) event.preventDefault();
      form.sent = free(form, 3000);
    } else if (!event.defaultPrevented) {
      event.preventDefault();
      if (!form.sent || (form === adding && field.value)) send(form, submitter);
    }
  };

  onclick = (event) => {
    const link = event.target.closest("main a");
    // The second click of two would meet what has come in the place of the first's.
    if (event.detail > 1 && event.target.closest("main button")) event.preventDefault();
    if (!field || link?.pathname !== "/tasks" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (link.closest(rows)) more(() => {});
    go(link.href, { isPush: !link.closest(rows), isTop: link.closest(".pages") });
  };

  // What is under the pointer must not change between press and release.
  onmousedown = () => {
    press = new Promise((resolve) => {
      onmouseup = () => setTimeout(resolve);
      setTimeout(resolve, 9999);
    });
  };

  onkeydown = (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
    // Where keys have Russian letters, т is in the place of n.
    if (!/^[nт?]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    more(({ shortcut }) => shortcut(event, field));
  };

  onpageshow = ({ persisted }) => {
    if (persisted) location.reload();
  };

  if (!field) return;

  onfocus = document.onvisibilitychange = () => {
    if (!waiting && !document.hidden && Date.now() - readAt > 999) go(location.href, { isQuiet: true });
  };
  onpopstate = () => go(location.href);

  field.onpaste = (event) => {
    const text = event.clipboardData.getData("text");
    if (!/\S\s*\n\s*\S/.test(text)) return;
    event.preventDefault();
    more(({ ask }) => ask(text, kit), text);
  };

  adding.noValidate = true;
  open();
})();
