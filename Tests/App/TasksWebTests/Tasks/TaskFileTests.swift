import Encodings
import NIOCore
import Testing

@testable import TasksWeb

@Suite struct TaskFileTests {
    private func file(_ format: TaskFile.Format, _ list: String) throws -> String {
        var file = TaskFile(format)
        for task in try #require(TaskListDecoder.downloadedTasks(Array(list.utf8))) { file.append(task) }
        file.end()
        return String(buffer: file.piece())
    }

    @Test("A file of text has a line for each task, which says whether it is completed") func lines() throws {
        let list = #"[{"task":"Milk","completed":true},{"task":"Bread","completed":false},{"Text":"Tea"},{"task":""}]"#
        #expect(try file(.text, list) == "[x] Milk\n[ ] Bread\n[ ] Tea\n[ ] \n")
        #expect(try file(.text, "[]") == "")
    }

    @Test(
        "Each line break in a task's text is one space of its line",
        arguments: [
            ("a\r\nb", "a b"), ("a\rb", "a b"), ("a\nb", "a b"), ("a\u{85}b", "a b"), ("a\u{2028}b", "a b"),
            ("a\u{2029}b", "a b"), ("a\n\nb", "a  b"), ("a\r\r\n\nb\r", "a   b "), ("\u{2028}\r\n\n", "   "),
            ("a\tb\u{B}c\u{A0}d", "a\tb\u{B}c\u{A0}d"), ("Ä 🗝 日本\u{301}", "Ä 🗝 日本\u{301}"),
        ])
    func lineBreaks(_ text: String, _ line: String) throws {
        let written = try file(.text, "[{\"task\":\(JSONWriter.quoted(text))}]")
        #expect(written.utf8.elementsEqual("[ ] \(line)\n".utf8))
    }

    @Test(
        "A file of JSON has the members of each task that the API sent, under the names of Latchkey's API",
        arguments: [
            ("[]", "[]\n"),
            (
                #"[{"creationDate":"2026-01-31","id":"1","completed":true,"owner":"o","task":"a \"b\"\n"}]"#,
                #"[\#n{"id":"1","task":"a \"b\"\n","owner":"o","completed":true,"creationDate":"2026-01-31"}\#n]\#n"#
            ),
            (
                #"[{"_id":{"$oid":"7"},"Text":"a","date":1.50,"__v":0}, {"task":"b"}]"#,
                #"[\#n{"id":{"$oid":"7"},"task":"a","creationDate":1.50},\#n{"task":"b"}\#n]\#n"#
            ),
            (
                #"[{"id":7,"_id":8,"task":"a","Text":"b","completed":null,"date":"d","creationDate":"c"}]"#,
                #"[\#n{"id":7,"task":"a","completed":null,"creationDate":"c"}\#n]\#n"#
            ),
        ])
    func members(_ list: String, _ json: String) throws {
        #expect(try file(.json, list) == json)
        #expect(JSONValue(parsingLeniently: Array(json.utf8)) != nil)
    }

    @Test("A piece has what came after the last one") func pieces() throws {
        var file = TaskFile(.text)
        let tasks = try #require(TaskListDecoder.downloadedTasks(Array(#"[{"task":"a"},{"task":"b"}]"#.utf8)))
        for task in tasks {
            #expect(file.count == 0)
            file.append(task)
            #expect(file.count == 6)
            #expect(String(buffer: file.piece()) == "[ ] \(task.task.text)\n")
        }
    }

    @Test(
        "The format of a file is known by its path, as the router reads it",
        arguments: [
            ("/tasks.txt", .text), ("/tasks.json", .json), ("//tasks.txt/", .text), ("/tasks", nil), ("/", nil),
            ("/tasks.xml", nil), ("/tasks/tasks.txt", nil), ("/tasks.txt/x", nil), ("/Tasks.txt", nil), ("/a.b", nil),
        ] as [(String, TaskFile.Format?)])
    func paths(_ path: String, _ format: TaskFile.Format?) {
        #expect(TaskFile.Format(path: path) == format)
    }
}
