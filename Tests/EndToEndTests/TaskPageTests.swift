import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Synchronization
import TestSupport
import Testing

/// The actions of a signed-in user on tasks, through the forms of the page itself.
@Suite struct TaskPageTests {
    @Test(
        "Of ten thousand tasks one call requests a page of a hundred, and the counter counts all of them",
        arguments: ["", "?after=100"])
    func tenThousand(query: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let first = query.isEmpty ? 1 : 101
            let items = (first..<first + 100).map { #"{"id":"\#($0)","task":"task \#($0)","completed":false}"# }
            var fields: HTTPFields = [.contentType: "application/json"]
            for (name, value) in [
                ("Total-Count", "10000"), ("Completed-Count", "4000"),
                ("Link", "</tasks?after=\(first + 99)&limit=100>; rel=\"next\""),
            ] { fields[try #require(HTTPField.Name(name))] = value }
            site.api.respond(
                always: LoopbackResponse(.ok, headerFields: fields, body: "[\(items.joined(separator: ","))]"))
            let before = site.apiServer.requests.count
            let page = try await browser.tasks("/tasks\(query)")
            #expect(site.apiServer.requests.count == before + 1)
            #expect(page.tasks.count == 100 && page.tasks.first == "task \(first)")
            #expect(page.text(having: "data-counter")?.hasPrefix("6000 ") == true)
            #expect(page.text.contains("after=\(first + 99)"))
        }
    }

    @Test("The forms of the page of tasks add, complete, edit and delete")
    func ownForms() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let add = try #require(try await browser.tasks().form(to: "/tasks"))
            #expect(try await browser.submit(add.with("task", "Buy milk")).location == "/tasks")
            var page = try await browser.tasks()
            #expect(page.tasks == ["Buy milk"])
            let id = try #require(page.taskIDs.first)
            #expect(page.elements(having: "data-completed").map(\.value) == ["false"])
            #expect(page.text(having: "data-counter")?.hasPrefix("1 ") == true)

            let toggle = try #require(page.forms.first { $0.action == "/tasks/\(id)" && $0.fields["completed"] != nil })
            #expect(toggle.fields["completed"] == "true")
            #expect(try await browser.submit(toggle).status == 303)
            page = try await browser.tasks()
            #expect(page.elements(having: "data-completed").map(\.value) == ["true"])

            let edited = try await browser.tasks("/tasks?show=completed&edit=\(id)")
            let edit = try #require(edited.forms.first { $0.action == "/tasks/\(id)" && $0.fields["task"] != nil })
            #expect(edit.fields["task"] == "Buy milk")
            let referrer = HTTPFields([
                HTTPField(name: .referer, value: "\(site.publicOrigin)/tasks?show=completed&edit=\(id)")
            ])
            #expect(
                try await browser.submit(edit.with("task", "Buy bread"), headers: referrer).location
                    == "/tasks?show=completed")
            page = try await browser.tasks()
            #expect(page.tasks == ["Buy bread"])
            #expect(page.elements(having: "data-completed").map(\.value) == ["true"])

            #expect(try await browser.submit(try #require(page.form(to: "/tasks/\(id)/delete"))).status == 303)
            #expect(try await browser.tasks().tasks == [])
        }
    }

    @Test("Filters show the tasks that they name, and all tasks are completed, reopened and cleared at once")
    func filters() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for text in ["one", "two", "three"] { try await add(text, browser) }
            var page = try await browser.tasks()
            let second = page.taskIDs[1]
            let csrf = try #require(page.csrf)
            _ = try await browser.post("/tasks/\(second)", FormBody([("csrf", csrf), ("completed", "true")]))
            for (show, texts) in [
                ("all", ["one", "two", "three"]), ("active", ["one", "three"]), ("completed", ["two"]),
                ("%3Cb%3E", ["one", "two", "three"]),
            ] {
                #expect(try await browser.tasks("/tasks?show=\(show)").tasks == texts, "\(show)")
            }
            let all = try #require(try await browser.tasks().form(to: "/tasks/complete-all"))
            _ = try await browser.submit(all)
            #expect(try await browser.tasks("/tasks?show=active").tasks == [])
            _ = try await browser.submit(all.with("completed", "false"))
            #expect(try await browser.tasks("/tasks?show=completed").tasks == [])
            _ = try await browser.post("/tasks/\(second)", FormBody([("csrf", csrf), ("completed", "true")]))
            page = try await browser.tasks()
            _ = try await browser.submit(try #require(page.form(to: "/tasks/clear-completed")))
            #expect(try await browser.tasks().tasks == ["one", "three"])
        }
    }

    @Test("No user sees, changes or deletes another user's tasks")
    func twoUsers() async throws {
        try await Site.running { site in
            let alice = try await site.signedIn()
            let bob = try await site.signedIn(as: .bob)
            try await add("Alice's", alice)
            try await add("Bob's", bob)
            #expect(try await alice.tasks().tasks == ["Alice's"])
            let page = try await bob.tasks()
            #expect(page.tasks == ["Bob's"])
            #expect(page.userName == "Bob")
            let hers = try #require(try await alice.tasks().taskIDs.first)
            let csrf = try #require(page.csrf)
            site.expectErrorPage(
                try await bob.post("/tasks/\(hers)", FormBody([("csrf", csrf), ("task", "mine now")])), 404)
            site.expectErrorPage(try await bob.post("/tasks/\(hers)/delete", FormBody([("csrf", csrf)])), 404)
            #expect(try await alice.tasks().tasks == ["Alice's"])
        }
    }

    @Test(
        "A task holds 1 to 1,000 Unicode scalars, white space at its ends not counted",
        arguments: [
            ("x", true), (String(repeating: "é", count: 1000), true),
            ("  \(String(repeating: "👩", count: 1000)) \t", true),
            ("", false), ("   \t ", false), (String(repeating: "x", count: 1001), false),
            (String(repeating: "e\u{301}", count: 501), false),
            ("a\u{0}b", false),
        ])
    func length(text: String, isTaken: Bool) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            let page = try await browser.submit(form.with("task", text))
            let sent = site.apiServer.requests.filter { $0.method == .post }
            #expect(sent.count == (isTaken ? 1 : 0))
            if isTaken {
                #expect(page.status == 303)
                #expect(try await browser.tasks().tasks.count == 1)
            } else {
                site.expectErrorPage(page, 422)
                #expect(
                    page.forms.contains { $0.fields["task"] == text.replacing("\u{0}", with: "\u{FFFD}") },
                    "the typed text is lost")
            }
        }
    }

    @Test(
        "A form of tasks without a required field is a 422 and changes nothing",
        arguments: [
            ("/tasks", []), ("/tasks/1", []), ("/tasks/1", [("completed", "maybe")]), ("/tasks/1", [("task", "")]),
            ("/tasks/1", [("task", String(repeating: "x", count: 1001))]), ("/tasks/complete-all", []),
            ("/tasks/complete-all", [("completed", "1")]),
            ("/tasks/delete", []), ("/tasks", [("task", "one"), ("task", "two")]),
        ] as [(String, [(name: String, value: String)])])
    func missingFields(path: String, fields: [(name: String, value: String)]) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try #require(try await browser.tasks().csrf)
            let page = try await browser.post(path, FormBody([("csrf", csrf)] + fields))
            #expect(page.status == 422)
            #expect(page.error?.isEmpty == false)
            #expect(!site.apiServer.requests.contains { $0.method != .get })
        }
    }

    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</textarea></p><b>",
        "{{ 7*7 }} ${7*7}",
        "it's & \"quoted\" <b>&amp;</b>", "\"\u{301} onfocus=alert(1) \u{301}<\u{301}script>", "👩‍👩‍👧‍👦 🏳️‍🌈 e\u{301}",
        "שלום \u{202E}abc",
        "javascript:alert(1)",
        "a\u{7F}b\u{85}c\u{2028}d", "-->]]>", "%00%3Cscript%3E", "+ + %20",
    ]

    @Test("A hostile text is stored as it is and shown as nothing but text", arguments: hostile)
    func hostileText(text: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await add(text, browser)
            let page = try await browser.tasks()
            #expect(page.tasks == [text])
            let edited = try await browser.tasks("/tasks?edit=\(try #require(page.taskIDs.first))")
            #expect(edited.forms.contains { $0.fields["task"] == text }, "the form to edit it has another text")
            #expect(
                !page.text.contains("<script>alert") && !page.text.contains("<img src=x")
                    && !page.text.contains("</textarea></p><b>"))
            let tags = HTMLToken.tokens(of: page.text).compactMap {
                if case .start(_, let attributes) = $0 { attributes } else { nil }
            }
            #expect(!tags.contains { $0.keys.contains { $0.hasPrefix("on") } }, "an event handler got in")
        }
    }

    @Test("A hostile name of a user is shown as nothing but text", arguments: hostile)
    func hostileName(text: String) async throws {
        try await Site.running { site in
            var user = ScriptedUser.alice
            user.name = text
            user.claims = ["<script>alert(1)</script>": .string(text)]
            let browser = try await site.signedIn(as: user)
            #expect(try await browser.tasks().userName == text)
            let claims = try await browser.get("/claims")
            #expect(claims.status == 200)
            #expect(!claims.text.contains("<script>alert"))
        }
    }

    @Test(
        "Task identifiers of any characters stay one segment of the path",
        arguments: ["a b", "x\"y", "ü", "q'<b>", "a/b", "a?b=c", "#", "100%", "a;b", "..a", "%2F..", "..."])
    func oddIdentifiers(id: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let list = try ListedItem.response([ListedItem(id: id, task: "odd", completed: false)])
            site.api.respond { $0.method == .get ? list : LoopbackResponse(.noContent) }
            let page = try await browser.tasks()
            #expect(page.taskIDs == [id])
            let delete = try #require(page.forms.first { $0.action.hasSuffix("/delete") })
            #expect(try await browser.submit(delete).status == 303)
            let call = try #require(site.apiServer.requests.last { $0.method == .delete })
            #expect(call.query == nil)
            #expect(call.path == "/tasks/\(try #require(HTTPURL.encode(segment: id)))")
        }
    }

    @Test(
        "A task with an identifier that could lead elsewhere at the API is shown without its controls",
        arguments: ["../../admin", "..\\admin", ".", "..", "a/../b", "a\r\nb", "\u{0}", "\u{FFFD}"])
    func escapingItems(id: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let items = [
                ListedItem(id: id, task: "odd", completed: false), ListedItem(id: "1", task: "even", completed: true),
            ]
            site.api.respond(always: try ListedItem.response(items))
            let page = try await browser.tasks()
            #expect(page.tasks == ["odd", "even"])
            #expect(page.taskIDs == ["1"])
            // To delete it by its text would delete others with the same text.
            #expect(page.forms.contains { $0.action == "/tasks/1/delete" })
            #expect(!page.forms.contains { $0.action == "/tasks/delete" })
        }
    }

    @Test(
        "A path that could lead elsewhere at the API is a 404 here, and no call",
        arguments: [
            "/tasks/../delete", "/tasks/%2E%2E/delete", "/tasks/%2e", "/tasks/%FF/delete",
            "/tasks/..%2F..%2Fadmin/delete", "/tasks/..%2Fadmin", "/tasks/..%5Cadmin/delete", "/tasks/%00",
            "/tasks/a%0D%0Ab/delete",
        ])
    func escapingIdentifiers(path: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try #require(try await browser.tasks().csrf)
            let page = try await browser.post(path, FormBody([("csrf", csrf), ("completed", "true")]))
            #expect([404, 422].contains(page.status))
            #expect(!site.apiServer.requests.contains { $0.method != .get })
        }
    }

    @Test("Each call to the API has this user's token and nothing else of the user's")
    func bearer() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await add("x", browser)
            #expect(!site.apiServer.requests.isEmpty)
            for call in site.apiServer.requests {
                let field = try #require(call.headerFields[.authorization])
                #expect(site.provider.user(ofAccessToken: String(field.dropFirst("Bearer ".count))) == .alice)
                #expect(call.headerFields[.cookie] == nil)
                #expect(call.query?.contains("token") != true)
            }
        }
    }

    @Test("The list of an API that ignores the limit is paged here, a hundred a page, and each task is reached once")
    func paging() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let texts = (0..<250).map { "task \($0)" }
            let list = try ListedItem.response(
                texts.enumerated().map { ListedItem(id: "id-\($0)", task: $1, completed: $0 % 2 == 0) })
            site.api.respond(always: list)
            var seen: [String] = []
            var path: String? = "/tasks"
            while let next = path {
                let page = try await browser.tasks(next)
                #expect(page.tasks.count <= 100)
                seen += page.tasks
                path =
                    HTMLToken.tokens(of: page.text).lazy.compactMap { token -> String? in
                        if case .start("a", let attributes) = token, attributes["rel"] == "next" {
                            attributes["href"]
                        } else {
                            nil
                        }
                    }.first
                try #require(seen.count <= 250)
            }
            #expect(seen == texts)
        }
    }

    private func add(_ text: String, _ browser: Browser) async throws {
        let form = try #require(try await browser.tasks().form(to: "/tasks"))
        let response = try await browser.submit(form.with("task", text))
        try #require(response.status == 303, "\(response.error ?? "")")
    }
}
