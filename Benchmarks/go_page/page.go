package main

import (
	"bytes"
	"encoding/base64"
	"html"
	"net/url"
	"strconv"
	"sync"
)

// An HTML page.
type page struct {
	bytes.Buffer
}

var pages = sync.Pool{New: func() any { return new(page) }}

func (p *page) add(parts ...string) {
	for _, part := range parts {
		p.WriteString(part)
	}
}

func (p *page) write(user session, csrf string, found list) {
	p.add(head, base64.RawURLEncoding.EncodeToString(user.mark()[:3]), `" dir=auto>`, html.EscapeString(user.Name),
		signOut, csrf, form, csrf, field)
	if len(found.tasks) == 0 {
		p.add(empty, foot)
		return
	}
	p.add(tools, strconv.Itoa(found.active), left(found.active), names)
	for number, each := range found.tasks {
		p.row(strconv.Itoa(number), each)
	}
	p.add("</ul><div class=bulk>")
	if found.active > 0 {
		p.add(completeAll)
	} else {
		p.add(reopenAll)
	}
	if found.completed > 0 {
		p.add(clearCompleted)
	}
	p.add("</div>", foot)
}

func (p *page) row(number string, each task) {
	segment := html.EscapeString(url.PathEscape(each.ID))
	state, change := "false", "value=true aria-labelledby=\"c "
	if each.Completed {
		state, change = "true", "value=false aria-labelledby=\"r "
	}
	p.add(`<li data-task-id="`, html.EscapeString(each.ID), `" data-completed="`, state, "\"><button\n",
		`form=f formaction="/tasks/`, segment, `" name=completed `, change, number, `"></button>`,
		`<a data-task id="`, number, "\"\nhref=\"?edit=", url.QueryEscape(each.ID), `">`, html.EscapeString(each.Text),
		"</a><button\n", `form=f formaction="/tasks/`, segment, `/delete" aria-labelledby="d `, number, `"></button>`)
}

func left(count int) string {
	if count == 1 {
		return " task left</div>"
	}
	return " tasks left</div>"
}

// The parts of the page, as Latchkey's templates have them.
const (
	head = `<!doctype html><html lang="en"><meta charset=utf-8><title>Tasks · Latchkey</title>` +
		`<meta name=viewport content="width=device-width">` +
		`<meta name=theme-color content=#0b5d47><link rel=icon href="/assets/icon-0b144cef.svg">` +
		`<link rel=manifest href="/assets/app-53ca3f6a.webmanifest">` +
		`<link rel=stylesheet href="/assets/app-7c357e89.css">` +
		`<script src="/assets/app-d14566d7.js" defer></script>` +
		`<body data-away="No connection. Check before you try again."><a href=#content>Skip to content</a>` +
		`<header><a class=brand href=/>Latchkey</a><nav aria-label="Main">` +
		`<a href=/tasks aria-current=page>Tasks</a><a href=/claims>Claims</a>` +
		`<a href=/sessions>Sessions</a></nav><p><span class=unseen>Signed in as</span> <span data-user="`
	signOut = `</span><form id=f method=post action=/sign-out><input type=hidden name=csrf value="`
	form = `"><button>Sign out</button></form></header><main id=content tabindex=-1><h1>Tasks</h1>` +
		`<form method=post action=/tasks data-edit="Edit"><input type=hidden name=csrf value="`
	field = `"><input
name=task aria-label="New task" placeholder="What needs doing?" autocomplete=off enterkeyhint=done ` +
		`dir=auto required><button>Add</button></form>`
	empty = `<div class=empty>
<h2>A clear list</h2>
<p>Write down the first thing on your mind and press Enter.</p>
</div>
`
	tools = `<div class=tools><nav aria-label="Show"><a href=/tasks aria-current=page>All</a>` +
		`<a href="/tasks?show=active">Active</a><a href="/tasks?show=completed">Completed</a></nav><p data-counter>`
	names = `<p hidden id=c>Complete:<p hidden id=r>Reopen:<p hidden id=d>Delete:<ul aria-label="Tasks">`
	completeAll = `<button form=f formaction=/tasks/complete-all name=completed value=true>Complete all</button>`
	reopenAll   = `<button form=f formaction=/tasks/complete-all name=completed value=false>Reopen all</button>`

	clearCompleted = `<details><summary class=button>Clear completed</summary>` +
		`<button form=f formaction=/tasks/clear-completed>Yes, do it</button></details>`
	foot = `</main><footer><nav aria-label="Language">` +
		`<a href="/language?lang=en" lang="en" aria-current=true>English</a>` +
		`<a href="/language?lang=de" lang="de">Deutsch</a><a href="/language?lang=cs" lang="cs">Čeština</a>` +
		`<a href="/language?lang=hu" lang="hu">Magyar</a><a href="/language?lang=ru" lang="ru">Русский</a>` +
		`<a href="/language?lang=ja" lang="ja">日本語</a></nav><a href=/tasks.txt>Download tasks</a>` +
		`<a href=/tasks.json>Tasks as JSON</a>` +
		`<a href=/keys>Keys</a></footer>` +
		`<p class=unseen role=status>`
)
