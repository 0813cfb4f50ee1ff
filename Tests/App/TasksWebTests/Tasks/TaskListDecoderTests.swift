import Testing

@testable import TasksWeb

@Suite struct TaskListDecoderTests {
    private func tasks(_ json: String) -> [ListedTask]? { TaskListDecoder.tasks(Array(json.utf8)) }

    @Test(
        "Each dialect of a task list is read",
        arguments: [
            (
                #"{"id":"1","task":"a","owner":"o","completed":true,"creationDate":"2026-01-31T12:00:00Z"}"#,
                ListedTask(id: "1", text: "a", completed: true)
            ),
            (#"{"task":"a"}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (#"{"Text":"a"}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (
                #"{"_id":"5f","task":"a","owner":"o","date":"2016-01-01T00:00:00.000Z","__v":0}"#,
                ListedTask(id: nil, text: "a", completed: nil)
            ),
            (#"{"id":7,"task":"a","completed":false}"#, ListedTask(id: "7", text: "a", completed: false)),
            (#"{"id":"","task":"a"}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (#"{"id":null,"task":"a","completed":null}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (#"{"id":{},"task":"a","completed":"yes"}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (#"{"task":null,"Text":"b"}"#, ListedTask(id: nil, text: "b", completed: nil)),
            (#"{"task":"a","Text":"b"}"#, ListedTask(id: nil, text: "a", completed: nil)),
            (#"{"task":"\u00e4\"\n\ud83d\udd11"}"#, ListedTask(id: nil, text: "ä\"\n🔑", completed: nil)),
            (#"{"task":""}"#, ListedTask(id: nil, text: "", completed: nil)),
        ])
    func dialects(_ item: String, _ task: ListedTask) {
        #expect(tasks("[\(item)]") == [task])
        #expect(tasks(" [ \(item) , \(item) ]\n") == [task, task])
    }

    @Test(
        "JSON that is no list of tasks is refused",
        arguments: [
            "", "null", "{}", #"{"task":"a"}"#, "[", "[{}]", "[null]", "[[]]", #"["a"]"#, #"[{"task":1}]"#,
            #"[{"task":"a"}"#,
            #"[{"task":"a"},{}]"#,
            "<html></html>", #"[{"task":"a"}]x"#, #"[{"Task":"a"}]"#, "\u{0}",
        ])
    func noList(_ json: String) {
        #expect(tasks(json) == nil)
    }

    @Test(
        "A lone surrogate, from a text that was cut within a character, becomes U+FFFD; the rest stays",
        arguments: [
            (#"a\ud83d"#, "a\u{FFFD}"), (#"\uD83D\n\udd11"#, "\u{FFFD}\n\u{FFFD}"),
            (#"\ud83d\ud83d\udd11"#, "\u{FFFD}🔑"), (#"\udd11\ud83d\udd11x"#, "\u{FFFD}🔑x"),
            (#"\\ud83d\ud83d"#, #"\ud83d"# + "\u{FFFD}"),
            (#"\u00e4\ud83d\"#, nil), (#"\ud83"#, nil), (#"\ud83d\u12"#, nil), (#"\ud83d\x"#, nil),
        ] as [(String, String?)])
    func loneSurrogates(_ escaped: String, _ text: String?) {
        let task = text.map { ListedTask(id: nil, text: $0, completed: nil) }
        #expect(tasks(#"[{"task":"\#(escaped)"},{"task":"b"}]"#)?.first == task)
        #expect(TaskListDecoder.task(Array(#"{"task":"\#(escaped)"}"#.utf8)) == task)
    }

    @Test("A byte order mark before the list is passed over") func byteOrderMark() {
        #expect(tasks("\u{FEFF}[{\"task\":\"a\"}]") == [ListedTask(id: nil, text: "a", completed: nil)])
    }

    @Test("A number that is written as a fraction or with an exponent is an identifier if it is whole")
    func numbers() {
        #expect(
            tasks(#"[{"id":7.0,"task":"a"},{"id":1e3,"task":"b"},{"id":1.5,"task":"c"}]"#)?.map(\.id) == [
                "7", "1000", nil,
            ])
    }

    @Test("Of two members of one name the first counts") func doubledNames() {
        #expect(tasks(#"[{"id":"1","task":"a","task":"b"}]"#) == [ListedTask(id: "1", text: "a", completed: nil)])
    }

    @Test("An empty array is a list of tasks") func empty() {
        #expect(tasks("[]") == [])
    }

    @Test("Bytes that are not UTF-8, or nested without end, are no list") func hostile() {
        #expect(TaskListDecoder.tasks(Array(#"[{"task":""#.utf8) + [0xFF] + Array(#""}]"#.utf8)) == nil)
        #expect(tasks(String(repeating: "[", count: 100_000)) == nil)
    }
}
