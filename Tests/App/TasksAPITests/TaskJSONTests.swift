import Encodings
import FoundationEssentials
import TaskCore
import Testing

@testable import TasksAPI

@Suite struct TaskJSONTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return writer.text
    }

    @Test(
        "Dates of tasks are written to the second in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_399.9, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"), (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (1_769_860_800, "2026-01-31T12:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (1e300, "9999-12-31T23:59:59Z"), (-1e300, "1970-01-01T00:00:00Z"),
        ] as [(Double, String)])
    func dates(seconds: Double, text: String) {
        #expect(written { $0.append(Date(timeIntervalSince1970: seconds)) } == "\"\(text)\"")
    }

    @Test("Dates of every day of four hundred years are the calendar's")
    func everyDay() throws {
        for day in stride(from: 0, to: 146_097, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661)
            #expect(written { $0.append(date) } == "\"\(date.formatted(.iso8601))\"")
        }
    }

    @Test("A list of tasks is an array with commas between them")
    func tasks() {
        let task = TaskItem(
            id: "1", task: "a", owner: "o", completed: true, creationDate: Date(timeIntervalSince1970: 0))
        let json = #"{"id":"1","task":"a","owner":"o","completed":true,"creationDate":"1970-01-01T00:00:00Z"}"#
        #expect(written { _ = $0.append([]) } == "[]")
        #expect(written { _ = $0.append([task]) } == "[\(json)]")
        #expect(written { _ = $0.append([task, task]) } == "[\(json),\(json)]")
    }
}
