import Encodings
import FoundationEssentials
import HTTPTypes
import Hummingbird
import OpenIDConnect
import TaskCore

extension JSONWriter {
    /// Bytes of a task whose text isn't long.
    private static var typicalTask: Int { 192 }

    /// No task is added to a list that has so many bytes.
    private static var longList: Int { 4 << 20 }

    /// Appends an array of one user's tasks, which ends early if it is long.
    ///
    /// - Returns: How many of the tasks it has; at least one, if there is one.
    mutating func append(_ tasks: [TaskItem]) -> Int {
        let owner = tasks.first.map { UserKey.value(inText: $0.owner) } ?? ""
        reserve(tasks.count * Self.typicalTask)
        append("[")
        var count = 0
        while count < tasks.count, bytes.count < Self.longList {
            if count > 0 { append(",") }
            append(tasks[count], owner: owner)
            count += 1
        }
        append("]")
        return count
    }

    mutating func append(_ task: TaskItem) {
        append(task, owner: UserKey.value(inText: task.owner))
    }

    private mutating func append(_ task: TaskItem, owner: String) {
        append(#"{"id":"#)
        append(string: task.id)
        append(#","task":"#)
        append(string: task.task)
        append(#","owner":"#)
        append(string: owner)
        append(task.completed ? #","completed":true,"creationDate":"# : #","completed":false,"creationDate":"#)
        append(task.creationDate)
        append("}")
    }

    /// Appends a date in UTC, to the second (RFC 3339).
    ///
    /// Days are counted in years that start in March, so that the leap day is a year's last: its length matters to no
    /// month before it.
    mutating func append(_ date: Date) {
        let seconds = Int(min(max(date.timeIntervalSince1970.rounded(.down), 0), 253_402_300_799))
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        append("\"")
        append(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), digits: 4)
        append("-")
        append(month, digits: 2)
        append("-")
        append(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, digits: 2)
        append("T")
        append(seconds / 3_600 % 24, digits: 2)
        append(":")
        append(seconds / 60 % 60, digits: 2)
        append(":")
        append(seconds % 60, digits: 2)
        append("Z\"")
    }

    /// The text as a response's body.
    var body: ResponseBody { ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }

    /// The text as a response.
    func response(_ status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: body)
    }
}
