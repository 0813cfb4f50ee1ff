// The task page without reloads: what its forms and links ask for is fetched, and the page that answers is shown in its place.
// Every text is the server's. Without scripts the same forms and links do the same work; editing and dialogs are more.js.
(() => {
  // The newest of what the scripts need; older browsers do without them.
  if (!AbortSignal.timeout) return;
  const find = (selector, page = document) => page.querySelector(selector);
  const all = (selector, page = document) => [...page.querySelectorAll(selector)];
  // What translates a page for a browser changes it.
  const { lang } = find("html");
  const main = find("main");
  // The task page alone has this field. Its form stays where it is, so that typing goes on while answers come.
  const adding = find("[data-edit]");
  const field = adding?.task;
  const rows = "main li";
  const id = ({ dataset }) => dataset.taskId;
  const tools = "main nav a, .bulk > button, details";

  let queue = Promise.resolve();
  let waiting = 0;
  let readAt = Date.now();
  let shown = location.search;
  let source = '{{asset "more.js"}}';
  // What was sent and is not known to have been done.
  let sent = [];
  let answer;
  let trouble;
  let press;
  // Until something else is changed, the last deletion can be undone.
  let undo = find("[data-undo]");

  const say = (text) => {
    if (!find("[data-error]")) find("h1").insertAdjacentHTML("afterend", "<p class=problem role=alert data-error>");
    find("[data-error]").textContent = text;
  };

  const keep = (...texts) => {
    field.value = [...texts, field.value].filter(Boolean).join(" ");
  };

  // New tasks that could not be added, in their order.
  const restore = () => keep(...sent.splice(0).map(({ text }) => text));

  const away = (text) => {
    if (text) keep(text);
    // Where no task can be added, the problem that is shown is the page's own.
    if (field) say(document.body.dataset.away);
  };

  const more = (act, text) => import(source).then(act, () => {
    // Browsers remember of an address that it failed.
    source += "?";
    away(text);
  }).catch(reportError);

  // The text of a task without links is a link to edit it, which the text does not say.
  const describe = (page) => {
    for (const each of all("a[data-task]", page)) each.title = adding.dataset.edit;
  };

  // Puts the newest answer in place. The focus stays at its control: of the same task, or of the one that came in its place.
  const show = ({ isQuiet, isTop, rest }) => {
    const page = answer;
    const next = find("main", page);
    const edit = find(".edit");
    answer = null;
    shown = location.search;
    const person = find("[data-user]");
    const who = find("[data-user]", page);
    // Another person, or another language, while nothing is typed.
    if (who?.dataset.user !== person.dataset.user) return location.reload();
    if (find("html", page).lang !== lang && !edit && !rest && !field.value && !find("dialog, #going")) return location.reload();
    if (!person.isEqualNode(who)) person.replaceWith(who);
    const form = find("[data-edit]", page);
    const news = (find("[data-undo] p", page) ?? find(".empty", page) ?? find("[data-counter]", page))?.textContent;
    if (undo && !next.contains(undo)) {
      undo = undo.cloneNode(true);
      undo.csrf.value = form.csrf.value;
      form.before(undo, "\n");
    }
    for (const each of all("[name=csrf]")) each.value = form.csrf.value;
    form.noValidate = true;
    describe(page);
    if (isQuiet && (edit ? find(".edit", page) : find("details[open]") || main.innerHTML === next.innerHTML)) return;
    edit?.leave?.(page);

    const at = document.activeElement;
    const row = at.closest(rows);
    const ids = all(rows).map(id);
    const index = all(rows).indexOf(row);
    const tool = all(tools).indexOf(at.closest(tools));
    const top = isTop ? 0 : scrollY;
    const nodes = [...next.childNodes];
    for (const each of [...main.childNodes]) if (each !== adding) each.remove();
    adding.before(...nodes.splice(0, nodes.indexOf(form)));
    adding.after(...nodes.slice(1));
    if (!isQuiet) {
      find("[role=status]").textContent = news;
      // Its languages lead back to this page.
      find("footer").replaceWith(find("footer", page));
    }

    scrollTo(0, top);
    let target = isTop ? main : at;
    if (!target.isConnected) {
      const now = all(rows);
      const place = row
        ? now.find((each) => id(row) && id(each) === id(row)) ?? now[index] ?? now.pop()
        : at.closest("[data-undo]") && (undo ?? now.find((each) => !ids.includes(id(each))));
      const control = all(tools)[tool] ?? all(tools).pop();
      target = (place
        ? find(at.matches("li > button") ? `li > :${at.nextElementSibling ? "first" : "last"}-child` : "[autofocus], a:not([dir]), [data-undo] button", place)
        : tool >= 0 && (find("summary", control) ?? control)) || field;
      // In a text, at its end.
      target.selectionStart = 1e4;
    }
    // A task that is back may be far down, and a button that is gone far from the one in its place.
    target.focus({ preventScroll: tool < 0 && !at.closest("[data-undo]") });
    open();
  };

  // Fetches one page after the other, so that the newest is shown last; whether it went well.
  const go = (url, options = {}) => {
    const { data, reason, isPush, isQuiet } = options;
    waiting += 1;
    sent.push(options);
    return queue = queue.then(async () => {
      const from = location.href;
      let problem = document.body.dataset.away;
      let response;
      let isDone;
      try {
        // Whoever sends a change may leave the page right after; what then goes on must not be long. What only looks must not keep all else waiting.
        response = await fetch(url, data ? { method: "POST", body: data, keepalive: `${data}`.length < 5e4 } : { signal: AbortSignal.timeout(3e4) });
        // A change leads to the list: what becomes of that does not undo it.
        isDone = response.ok || (data && response.redirected);
        if (isDone) {
          sent = sent.filter((each) => each !== options);
          if (data) undo = null;
        }
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        problem = response.ok ? "" : find("[data-error]", page)?.textContent ?? problem;
        if (!problem) {
          answer = page;
          undo = find("[data-undo]", page) ?? undo;
          if (location.href === from && response.url !== from) history[isPush ? "pushState" : "replaceState"](null, "", response.url);
        }
      } catch {}
      await press;
      waiting -= 1;
      if (response?.status === 401) await more(({ signIn }) => signIn(url, { ...options, isDone, response }, kit));
      readAt = Date.now();
      if (answer && (problem || !waiting)) show(options);
      // The task or the session is another one: what is there now comes first, then why.
      if (!isQuiet && [403, 404].includes(response?.status)) go(location.href, { isQuiet: true, reason: problem });
      else if (reason ? !find("[data-error]") : problem && !isQuiet) say(reason ?? problem);
      if (problem) trouble = problem;
      if (problem && isDone) {
        if (!undo) find("[data-undo]")?.remove();
        go(location.href);
      }
      if (!waiting) {
        // What came after a failure has removed its reason.
        if (sent.some(({ data }) => data) && !find("[data-error]")) say(trouble);
        restore();
      }
      return isDone;
    });
  };

  // Most buttons share a form, which is none of theirs alone: what is on its way is known by its button.
  const send = async (form, submitter) => {
    const control = submitter ?? form;
    const data = new URLSearchParams(new FormData(form));
    // Browsers before 2023 cannot read a form together with its button.
    if (control.value) data.set(control.name, control.value);
    const row = control.closest(rows);
    const was = row?.dataset.completed;
    let text;
    control.sent = true;
    if (form === adding) {
      text = field.value;
      field.value = "";
      field.focus();
    }
    if (row) row.dataset.completed = data.get("completed") ?? was;
    const isDone = await go(control.getAttribute("formaction") ?? form.action, { form, submitter, data, text });
    if (!isDone && row) row.dataset.completed = was;
    // The second press of two may come after the answer.
    free(control, isDone && 500);
    return isDone;
  };

  const free = (control, delay) => setTimeout(() => { control.sent = 0; }, delay);

  const kit = { adding, go, send, keep, restore, away, settled: () => queue };
  const open = () => find(".edit") && more(({ edit }) => edit(kit));

  onsubmit = (event) => {
    const { target: form, submitter } = event;
    const control = submitter ?? form;
    if (!field || !main.contains(control)) {
      if (control.sent) event.preventDefault();
      control.sent = free(control, 3000);
      control.id = "going";
    } else if (!event.defaultPrevented) {
      event.preventDefault();
      if (!control.sent || (form === adding && field.value)) send(form, submitter);
    }
  };

  onclick = (event) => {
    // A link in the text of a task, which alone has a direction, is the browser's.
    const link = event.target.closest("main a:not([dir])");
    // The second click of two would meet what has come in the place of the first's.
    if (event.detail > 1 && event.target.closest("main button")) event.preventDefault();
    if (!field || link?.pathname !== "/tasks" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (link.closest(rows)) more(() => {});
    go(link.href, { isPush: !link.closest(rows), isTop: link.closest(".pages") });
  };

  // What is under the pointer must not change between press and release.
  onpointerdown = ({ button, isPrimary }) => {
    if (button || !isPrimary) return;
    press = new Promise((resolve) => {
      // A touch clicks after it has ended.
      onpointerup = onpointercancel = () => setTimeout(resolve, 30);
      setTimeout(resolve, 9999);
    });
  };

  onkeydown = (event) => {
    if (event.repeat && event.key === "Enter" && !event.target.rows) event.preventDefault();
    // Where keys have Russian letters, т is in the place of n.
    if (!(field ? /^[nт?]$/i : /\?/).test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, dialog[open]") || /latchkey-keys=off/.test(document.cookie)) return;
    event.preventDefault();
    if (event.key === "?") more(({ showKeys }) => showKeys(away));
    else field.focus();
  };

  onpageshow = ({ persisted }) => {
    // By GET: where this page answers a form, the form must not be sent again. At the address of an error there may be no page.
    if (persisted) location.replace(find("[data-error]") ? "/" : "");
  };

  if (!field) return;

  onfocus = document.onvisibilitychange = () => {
    if (!waiting && !document.hidden && Date.now() - readAt > 999) go(location.href, { isQuiet: true });
  };
  // What is under way goes on without the page; what waits for it would be lost.
  onbeforeunload = (event) => {
    if (sent.some((each) => each.rest || (waiting > 1 && each.data))) event.preventDefault();
  };
  // A link within the page is no other page.
  onpopstate = () => (waiting || location.search !== shown) && go(location.href);

  field.onpaste = (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    more(({ ask }) => ask(text, kit), text.replace(/\s+/g, " "));
  };

  adding.noValidate = true;
  describe();
  open();
})();
