import FoundationEssentials
import TaskCore
import Testing

@Suite struct TaskIdentifierTests {
    private let noon = Date(timeIntervalSince1970: 1_769_860_800)

    @Test("Identifiers of one millisecond sort in the order of their making")
    func sameMillisecond() {
        let made = (0..<1000).reduce(into: [TaskIdentifier(after: nil, now: noon)]) { made, _ in
            made.append(TaskIdentifier(after: made.last, now: noon))
        }.map(\.text)
        #expect(made == made.sorted())
        #expect(Set(made).count == made.count)
    }

    @Test("Identifiers of a later moment sort later", arguments: [0.001, 1, 86_400, 1e9])
    func later(seconds: Double) {
        let first = TaskIdentifier(after: nil, now: noon)
        #expect(first.text < TaskIdentifier(after: nil, now: noon + seconds).text)
        #expect(first.text < TaskIdentifier(after: first, now: noon + seconds).text)
    }

    @Test("A clock that was set back doesn't disturb the order of identifiers")
    func clockSetBack() {
        let first = TaskIdentifier(after: nil, now: noon)
        #expect(first.text < TaskIdentifier(after: first, now: noon - 3600).text)
    }

    @Test("Independent stores create different identifiers")
    func independent() {
        #expect(TaskIdentifier(after: nil, now: noon).text != TaskIdentifier(after: nil, now: noon).text)
    }

    @Test("An identifier's text is 26 letters and digits, and can be read back")
    func text() {
        let identifier = TaskIdentifier(after: nil, now: noon)
        #expect(identifier.text.utf8.count == 26)
        #expect(identifier.text.utf8.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".utf8.contains($0) })
        #expect(TaskIdentifier(identifier.text) == identifier)
    }

    @Test("An identifier of a moment beyond all calendars causes no crash", arguments: [-1e300, -1, 1e300])
    func extremes(seconds: Double) {
        #expect(TaskIdentifier(after: nil, now: Date(timeIntervalSince1970: seconds)).text.utf8.count == 26)
    }

    @Test(
        "Any other text is no identifier",
        arguments: [
            "", "0", String(repeating: "0", count: 25), String(repeating: "0", count: 27),
            "8" + String(repeating: "0", count: 25),
        ]
            + ["U", "u", "l", "\0", "-", "é"].map { String(repeating: "0", count: 25) + $0 })
    func noIdentifier(text: String) {
        #expect(TaskIdentifier(text) == nil)
    }
}
