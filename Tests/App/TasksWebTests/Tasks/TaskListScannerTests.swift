import TestSupport
import Testing

@testable import TasksWeb

@Suite struct TaskListScannerTests {
    private func tasks(_ json: String) -> [ListedTask]? { TaskListScanner.tasks(Array(json.utf8)) }

    @Test(
        "The scanner reads the embedded API's lists, with members in any order and white space",
        arguments: [
            #"[{"id":"1","task":"ä 🔑","owner":"o","completed":true,"creationDate":"2026-01-31T12:00:00Z"}]"#,
            #"[{"completed":true,"task":"ä 🔑","id":"1"}]"#,
            "\t[\r\n{ \"id\" :\"1\" ,\"task\": \"ä 🔑\",\n\"completed\" :  true } ] \n",
        ])
    func ours(_ json: String) {
        #expect(tasks(json) == [ListedTask(id: "1", text: "ä 🔑", completed: true)])
    }

    @Test("The scanner reads an empty list", arguments: ["[]", " [ ] "]) func empty(_ json: String) {
        #expect(tasks(json) == [])
    }

    @Test(
        "The scanner leaves any unusual list to the decoder",
        arguments: [
            "", "[", "]", "{}", "null", #"[{"task":"a"}]"#, #"[{"id":"1","task":"a"}]"#,
            #"[{"id":"","task":"a","completed":true}]"#,
            #"[{"id":1,"task":"a","completed":true}]"#, #"[{"id":"1","task":"a\n","completed":true}]"#,
            #"[{"id":"1","task":"a","completed":null}]"#,
            #"[{"id":"1","task":"a","completed":true,"more":1}]"#,
            #"[{"id":"1","id":"2","task":"a","completed":true}]"#,
            #"[{"id":"1","task":"a","completed":true},]"#, #"[{"id":"1","task":"a","completed":true,}]"#,
            #"[{"id":"1","task":"a","completed":true}"#,
            #"[{"id":"1","task":"a","completed":true}]]"#, #"[{"id":"1","task":"a","completed":True}]"#,
            #"[{"\u0069d":"1","task":"a","completed":true}]"#,
            #"[{"id":,"id":"1","task":"a","completed":true}]"#,
            #"[{"id":"1","task":"a","completed":,"completed":true}]"#,
            "[{\"id\":\"1\n,\"id\":\"2\",\"task\":\"a\",\"completed\":true}]",
            "[{\"id\":\"1\",\"task\":\"a\tb\",\"completed\":true}]",
            "[{\"id\":\"1\",\"task\":\"a\",\"completed\":true,\"owner\":\"\u{1}\"}]",
            #"[{"id":"1" "task":"a" "completed":true}]"#, "[,]", "[{}]",
            "[{,}]",
            #"[{"id":"1","task":"a","completed":truefalse}]"#,
            #"[{"id":"1","task":"a","completed":true,"owner":null}]"#,
        ])
    func odd(_ json: String) {
        #expect(tasks(json) == nil)
    }

    @Test("The scanner reads no list with text that is not UTF-8") func notUTF8() {
        let broken = Array(#"[{"id":""#.utf8) + [0xFF] + Array(#"","id":"2","task":"a","completed":true}]"#.utf8)
        #expect(TaskListScanner.tasks(broken) == nil)
    }

    @Test("If the scanner reads a list, its result is the decoder's: 10,000 lists, whole and broken")
    func differential()
        async
    {
        var generator = SeededGenerator(seed: 77)
        var results = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            var bytes = Self.list(&generator)
            if generator.happens(onceIn: 2) { bytes = generator.mutated(bytes) }
            guard let scanned = TaskListScanner.tasks(bytes) else { continue }
            results += 1
            #expect(scanned == TaskListDecoder.tasks(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect((1000..<9000).contains(results), "\(results) were read, so both cases were met")
    }

    @Test("Lists of pieces that don't fit have the decoder's result, too") func pieces() async {
        var generator = SeededGenerator(seed: 78)
        let pieces = [
            "{", "}", ",", ":", "\"id\"", "\"task\"", "\"completed\"", "\"owner\"", "\"x\"", "true", "false", "null",
            "\"", "[", "]", " ",
            "\n",
        ]
        let item = ["{", "\"id\"", ":", "\"1\"", ",", "\"task\"", ":", "\"a\"", ",", "\"completed\"", ":", "true", "}"]
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            var parts = item
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0...parts.count, using: &generator)
                parts.insert(
                    contentsOf: (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.one(of: pieces) },
                    at: place)
            }
            let bytes = Array("[\(parts.joined())]".utf8)
            guard let scanned = TaskListScanner.tasks(bytes) else { continue }
            #expect(scanned == TaskListDecoder.tasks(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func list(_ generator: inout SeededGenerator) -> [UInt8] {
        let texts = [
            "milk", "", "ä", "🗝 key", "a\u{301}", "\\u00e9", "\\n", "\\\"", "<b>", "\u{7F}", "a/b", "\u{2028}",
            "nul\\u0000", "\\ud800",
        ]
        func string(_ generator: inout SeededGenerator) -> String { "\"\(generator.one(of: texts))\"" }
        var items: [String] = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            var fields = [
                "\"id\":\(string(&generator))", "\"task\":\(string(&generator))",
                "\"completed\":\(generator.one(of: ["true", "false"]))",
            ]
            if generator.happens(onceIn: 2) {
                fields += ["\"owner\":\(string(&generator))", "\"creationDate\":\"2026-01-31T12:00:00Z\""]
            }
            if generator.happens(onceIn: 8) {
                fields.append("\"more\":\(generator.one(of: ["1", "null", "[]", "{\"id\":\"2\"}", "-0.5e3"]))")
            }
            if generator.happens(onceIn: 8) { fields.append(generator.one(of: fields)) }
            if generator.happens(onceIn: 12) { fields.remove(at: Int.random(in: 0..<fields.count, using: &generator)) }
            fields.shuffle(using: &generator)
            items.append("{\(fields.joined(separator: generator.one(of: [",", ", ", " ,\n"])))}")
        }
        return Array("[\(items.joined(separator: ","))]".utf8)
    }
}
