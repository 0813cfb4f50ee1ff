import Encodings
import NIOCore
import PageSupport
import Testing

@testable import TasksWeb

@Suite struct TaskRowTests {
    private func row(_ change: (inout TaskRow) -> Void = { _ in }) -> Markup {
        var row = TaskRow(id: "01j0", text: "Milk", completed: false, csrf: "token", words: .english)
        change(&row)
        var html = HTML()
        row.render(into: &html)
        return Markup(String(buffer: html.buffer))
    }

    @Test("A task has its identifier, its state and its text", arguments: [true, false]) func attributes(
        _ completed: Bool
    ) {
        let row = row { $0 = TaskRow(id: "01j0", text: "Milk", completed: completed, csrf: "token", words: .english) }
        #expect(row.tags("li").count == 1)
        #expect(row.tags("li").first?["data-task-id"] == "01j0")
        #expect(row.tags("li").first?["data-completed"] == (completed ? "true" : "false"))
        #expect(row.text("data-task") == ["Milk"])
    }

    @Test("A task's buttons complete and delete it by the form that all buttons share", arguments: [true, false])
    func buttons(_ isEdited: Bool) {
        let buttons = row { $0.cancelURL = isEdited ? "/tasks" : nil }.buttons
        #expect(buttons.map(\.action) == ["/tasks/01j0", "/tasks/01j0/delete"])
        #expect(buttons.map(\.field) == ["completed=true", nil])
        #expect(buttons.allSatisfy { $0.form == "f" })
    }

    @Test("A task has a form of its own only while it is edited, with the token first") func form() {
        #expect(row().postForms.isEmpty)
        let forms = row { $0.cancelURL = "/tasks" }.postForms
        #expect(forms.map(\.action) == ["/tasks/01j0"])
        #expect(forms[0].fields.map { "\($0.name)=\($0.value)" } == ["csrf=token", "task=Milk"])
    }

    @Test("A task's text links to the page that edits it, which has the form and a way out in its place")
    func editing() {
        let links = row { $0.editQuery = "show=active&edit=" }.tags("a")
        #expect(links.map { $0["href"] } == ["?show=active&edit=01j0"])
        #expect(links.first?["data-task"] != nil)
        let edited = row {
            $0 = TaskRow(
                id: "1", text: "\"Milk\" & <b>", completed: false, csrf: "token", words: .english,
                cancelURL: "/tasks?show=active")
        }
        #expect(edited.tags("a").map { $0["href"] } == ["/tasks?show=active"])
        #expect(edited.text("data-task") == ["\"Milk\" & <b>"])
        let field = edited.tags("input").first { $0["name"] == "task" }
        #expect(field?["value"] == "\"Milk\" & <b>" && field?["autofocus"] != nil)
        #expect(field?["required"] == nil, "an emptied text has to reach the server, which offers to delete the task")
    }

    @Test("A task's text has its addresses as links, and a link next to it edits the task") func links() {
        let text = "see http://a.example/b?c&d, https://é.example"
        let linked = row {
            $0 = TaskRow(
                id: "1", text: text, completed: true, csrf: "token", words: .english, number: 7,
                editQuery: "show=completed&edit=")
        }
        let links = linked.tags("a")
        #expect(
            links.map { $0["href"] } == ["http://a.example/b?c&d", "https://é.example", "?show=completed&edit=1"])
        #expect(links.map { $0["rel"] } == ["noopener noreferrer nofollow", "noopener noreferrer nofollow", nil])
        #expect(links.map { $0["dir"] } == ["ltr", "ltr", nil], "by which the script knows a text's links")
        #expect(links[2]["aria-labelledby"] == "\(links[2]["id"] ?? "") 7" && links[2]["aria-label"] == "Edit")
        #expect(linked.tags.filter { $0["data-task"] != nil }.map { "\($0.name) \($0["id"] ?? "")" } == ["span 7"])
        #expect(linked.content(of: "data-task") == [text])
        #expect(linked.buttons.map(\.action) == ["/tasks/1", "/tasks/1/delete"])
    }

    @Test("The addresses of a task are links as well if it is being edited, or has no identifier")
    func linksElsewhere() {
        for (id, cancelURL) in [("1", "/tasks"), (nil, nil)] as [(PathSegment?, String?)] {
            let row = row {
                $0 = TaskRow(
                    id: id, text: "a http://b.example/'\"c", completed: false, csrf: "token", words: .english,
                    cancelURL: cancelURL)
            }
            #expect(row.tags("a").map { $0["href"] } == ["http://b.example/"] + (cancelURL.map { [$0] } ?? []))
            #expect(row.content(of: "data-task") == ["a http://b.example/'\"c"])
        }
    }

    @Test("The link to edit a task stays on the page, whatever the query", arguments: ["//x.example/\"", ""])
    func otherSites(query: String) {
        let links = row { $0.editQuery = query }.tags("a")
        #expect(links.map { $0["href"] } == ["?\(query)01j0"])
    }

    @Test(
        "In the field of an edited task a line break is one space, and the task stays as it is",
        arguments: ["\n", "\r", "\r\n"])
    func lineBreaks(_ lineBreak: String) {
        let text = "milk\(lineBreak)\(lineBreak)bread"
        let row = row {
            $0 = TaskRow(id: "1", text: text, completed: false, csrf: "token", words: .english, cancelURL: "/tasks")
        }
        #expect(row.tags("input").first { $0["name"] == "task" }?["value"] == "milk  bread")
        #expect(row.text("data-task") == [text])
    }

    @Test(
        "A task's buttons are labelled by a word and the element with its text, in each state",
        arguments: [true, false])
    func names(_ completed: Bool) throws {
        for (id, isEdited) in [("1", false), ("1", true), (nil, false)] as [(PathSegment?, Bool)] {
            let row = row {
                $0 = TaskRow(
                    id: id, text: "Milk", completed: completed, csrf: "token", words: .english, number: 7,
                    cancelURL: isEdited ? "/tasks" : nil)
            }
            let names = row.tags("button").compactMap { $0["aria-labelledby"] }
            #expect(names == (id == nil ? [] : [completed ? "r 7" : "c 7"]) + ["d 7"])
            #expect(row.tags.filter { $0["data-task"] != nil }.map { $0["id"] } == ["7"])
        }
    }

    @Test("A task without an identifier can be deleted by its text, and that is all") func noIdentifier() {
        let row = row { $0 = TaskRow(id: nil, text: "Milk", completed: false, csrf: "token", words: .english) }
        #expect(row.tags("li").first?["data-task-id"] == nil)
        #expect(row.tags("li").first?["data-completed"] == "false")
        #expect(row.postForms.isEmpty && row.buttons.map(\.action) == ["/tasks/delete"])
        #expect(row.buttons.map(\.field) == ["task=Milk"] && row.buttons[0].form == "f")
    }

    @Test(
        "A task's identifier stays one segment of each form's path",
        arguments: ["a/b", "a/sign-out", "a?b", "a#b", "\"><script>", "a b", "é"] as [PathSegment])
    func oddIdentifiers(_ id: PathSegment) {
        let row = row {
            $0 = TaskRow(id: id, text: "Milk", completed: false, csrf: "token", words: .english, cancelURL: "/tasks")
        }
        #expect(row.tags("li").first?["data-task-id"] == id.text)
        for action in row.postForms.map(\.action) + row.buttons.map(\.action) {
            let segments = action.split(separator: "/", omittingEmptySubsequences: false)
            #expect(
                action.hasPrefix("/tasks/") && segments.count == (action.hasSuffix("/delete") ? 4 : 3), "\(action)")
            #expect(!action.contains { "?#\"<> ".contains($0) }, "\(action)")
        }
        #expect(row.tags("script").isEmpty)
    }

    @Test(
        "A task's hostile text is text, everywhere",
        arguments: [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'\" onmouseover='alert(1)",
            "</p></li><form action=//evil.example>",
            "\"\u{301}><svg onload=alert(1)>", "<\u{338}script>", "&lt;script&gt;", "{{ raw }}", "\u{0}<b>",
            "`onclick=`",
            "javascript:alert(1)",
        ])
    func hostile(_ text: String) {
        for (id, isEdited) in [("1", false), ("1", true), (nil, false)] as [(PathSegment?, Bool)] {
            let cancelURL = isEdited ? "/tasks" : nil
            let harmless = row {
                $0 = TaskRow(
                    id: id, text: "Milk", completed: false, csrf: "token", words: .english, cancelURL: cancelURL)
            }
            let hostile = row {
                $0 = TaskRow(id: id, text: text, completed: false, csrf: "token", words: .english, cancelURL: cancelURL)
            }
            #expect(hostile.tags.map(\.name) == harmless.tags.map(\.name), "it makes no tag")
            #expect(
                hostile.tags.map { $0.attributes.keys.sorted() } == harmless.tags.map { $0.attributes.keys.sorted() },
                "and no attribute")
            #expect(hostile.text("data-task") == [text.replacing("\0", with: "\u{FFFD}")])
            #expect(
                hostile.source.utf8.filter { $0 == UInt8(ascii: "<") }.count
                    == harmless.source.utf8.filter { $0 == UInt8(ascii: "<") }.count)
            #expect(
                hostile.source.utf8.filter { $0 == UInt8(ascii: "\"") }.count
                    == harmless.source.utf8.filter { $0 == UInt8(ascii: "\"") }.count)
        }
    }
}
