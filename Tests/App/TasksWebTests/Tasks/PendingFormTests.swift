import HTTPTransport
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct PendingFormTests {
    private func pending(_ path: String, _ form: String) throws -> PendingForm? {
        PendingForm.stored(try #require(FormBody(parsing: form)), path: path).map {
            PendingForm(user: CSRFToken(.sample()).user, path: path, form: $0)
        }
    }

    @Test(
        "Each form of the tasks page is recognized by its path",
        arguments: [
            ("/tasks", "task=milk", .add("milk", completed: false)),
            ("/tasks/delete", "task=milk", .deleteByName("milk")),
            ("/tasks/complete-all", "completed=true", .changeAll(completed: true)),
            ("/tasks/clear-completed", "", .deleteCompleted),
            ("/tasks/7", "task=milk", .change(id: "7", text: "milk", completed: nil)),
            ("/tasks/7", "completed=false", .change(id: "7", text: nil, completed: false)),
            ("/tasks/7/delete", "", .delete(id: "7")),
            ("/tasks/a%2Fb%20c", "task=x", .change(id: "a/b c", text: "x", completed: nil)),
            // Browsers send line breaks as CRLF.
            ("/tasks", "task=a%0D%0Ab%0Dc", .add("a\nb\rc", completed: false)),
            ("/tasks/7", "task=a%0D%0Ab", .change(id: "7", text: "a\nb", completed: nil)),
            ("/tasks/delete", "task=a%0D%0Ab", .deleteByName("a\r\nb")),
        ] as [(String, String, TaskAction)])
    func actions(_ path: String, _ form: String, _ action: TaskAction) throws {
        #expect(try pending(path, form)?.action == action)
    }

    @Test(
        "Any other form, and one without content, is no pending form",
        arguments: [
            ("/sign-out", ""), ("/sessions/x/end", ""), ("/tasks", ""), ("/tasks", "task=+%0D%0A"),
            ("/tasks", "task=a&task=b"),
            ("/tasks/delete", ""),
            ("/tasks/complete-all", ""), ("/tasks/complete-all", "completed=x"), ("/tasks/7", ""),
            ("/tasks/7", "completed=x"),
            ("/tasks/kept", ""), ("/tasks/kept/discard", "task=a"),
            ("/tasks/7/other", "task=a"), ("/tasks/7/delete/x", ""), ("/", "task=a"), ("", "task=a"),
            ("/TASKS", "task=a"),
            ("/tasks/..", "task=a"),
            ("/tasks/%2e%2e/delete", ""), ("/tasks/%2e", "task=a"), ("/tasks/%zz/delete", ""), ("/tasks/%ff", "task=a"),
        ])
    func others(_ path: String, _ form: String) throws {
        #expect(try pending(path, form) == nil)
    }

    @Test("A pending form has the user of the token, and no other field than a task's") func fields() throws {
        let form = try #require(try pending("/tasks/7", "task=milk&csrf=token&completed=true&x=y"))
        #expect(form.form == FormBody([("task", "milk"), ("completed", "true")]))
        #expect(form.user == CSRFToken(.sample()).user && PendingForm(bytes: form.bytes) == form)
    }

    @Test("The bytes of a pending form that are cut off or mutated are none or another form, and cause no trap")
    func mutations() async throws {
        let bytes = try #require(try pending("/tasks/7", "task=milk&completed=true")).bytes
        for count in 0..<bytes.count { #expect(PendingForm(bytes: Array(bytes.prefix(count))) == nil) }
        var generator = SeededGenerator(seed: 5)
        var read = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            guard let form = PendingForm(bytes: generator.mutated(bytes)) else { continue }
            read += 1
            _ = form.action
            #expect(PendingForm(bytes: form.bytes) == form)
        }
        #expect(read > 100, "\(read) were read")
    }
}
