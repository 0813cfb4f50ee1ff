import FoundationEssentials
import Logging
import Synchronization
import Testing

@testable import LatchkeyApp

@Suite struct LogLineTests {
    private let line = LogLine(
        time: Date(timeIntervalSince1970: 1_769_860_800.25), level: .warning, label: "web",
        message: "a \"b\"\nc\u{1B}\\",
        metadata: ["path": "/tasks", "n": .stringConvertible(3), "list": ["x", "y\u{2028}"], "map": ["k": "v"]])

    @Test("A text log line has time, level, label, message and metadata")
    func text() {
        #expect(
            line.text
                == #"2026-01-31T12:00:00.250Z WARNING web: a "b"\nc\u{1B}\ "#
                + #"list="[\"x\", \"y\u2028\"]" map="[\"k\": \"v\"]" n=3 path=/tasks"#)
    }

    @Test(
        "A logged value that isn't one word is in quotation marks, and no value passes for a field",
        arguments: [
            ("it says event=sign_in user=1", #""it says event\u003dsign_in user\u003d1""#),
            ("/a=b", #""/a\u003db""#), ("a=\u{301}b", "\"a\\u003d\u{301}b\""), ("", #""""#),
            (#"a"b"#, #""a\"b""#), (#"a\b"#, #""a\\b""#), ("a\nb", #""a\nb""#), ("a\u{A0}b", "\"a\u{A0}b\""),
            ("/tasks/{id}", "/tasks/{id}"),
        ])
    func value(value: String, written: String) {
        let line = LogLine(
            time: Date(timeIntervalSince1970: 0), level: .info, label: "l", message: "m", metadata: ["v": "\(value)"])
        #expect(line.text == "1970-01-01T00:00:00.000Z INFO l: m v=\(written)")
    }

    @Test("A JSON log entry is one line that every parser understands")
    func json() throws {
        struct Entry: Decodable, Equatable {
            struct Metadata: Decodable, Equatable {
                var path: String, n: String, list: [String], map: [String: String]
            }
            var time: String, level: String, label: String, message: String, metadata: Metadata
        }
        #expect(!line.json.contains { $0.isNewline })
        let entry = try JSONDecoder().decode(Entry.self, from: Data(line.json.utf8))
        #expect(
            entry
                == Entry(
                    time: "2026-01-31T12:00:00.250Z", level: "warning", label: "web", message: "a \"b\"\nc\u{1B}\\",
                    metadata: .init(path: "/tasks", n: "3", list: ["x", "y\u{2028}"], map: ["k": "v"])))
    }

    @Test("A JSON log entry has no control characters of terminals") func ascii() throws {
        let path = "/é\u{9B}31m\u{202E}\u{7F}\u{1F600}"
        let line = LogLine(
            time: Date(timeIntervalSince1970: 0), level: .info, label: "l", message: "m", metadata: ["path": "\(path)"])
        #expect(line.json.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        struct Entry: Decodable { var metadata: [String: String] }
        #expect(try JSONDecoder().decode(Entry.self, from: Data(line.json.utf8)).metadata["path"] == path)
    }

    @Test("A JSON log entry without metadata has no metadata member")
    func bare() {
        let line = LogLine(time: Date(timeIntervalSince1970: 0), level: .info, label: "l", message: "m", metadata: [:])
        #expect(line.json == #"{"time":"1970-01-01T00:00:00.000Z","level":"info","label":"l","message":"m"}"#)
    }

    @Test("The log handler writes entries of its level and above, and an entry's metadata overrides the logger's")
    func handler() {
        let written = Written()
        let handler = StandardErrorLogHandler(
            label: "l", level: .notice, format: .text, metadataProvider: .init { ["a": "provided", "b": "provided"] },
            write: { written.add($0) })
        var logger = Logger(label: "l") { _ in handler }
        logger[metadataKey: "a"] = "logger"
        logger[metadataKey: "c"] = "logger"
        logger.info("unseen")
        logger.notice("seen", metadata: ["b": "own"])
        #expect(written.lines.count == 1)
        #expect(written.lines.first?.hasSuffix(" NOTICE l: seen a=provided b=own c=logger") == true)
    }

    private final class Written: Sendable {
        private let storage = Mutex<[String]>([])
        var lines: [String] { storage.withLock { $0 } }
        func add(_ line: String) { storage.withLock { $0.append(line) } }
    }
}
