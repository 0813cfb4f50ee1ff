import Crypto
import Encodings
import HTTPTypes
import Hummingbird
import TaskCore

/// The strong entity tag of a task (RFC 9110, section 8.8.3).
///
/// A digest of its changeable parts, so that no store has to count versions.
struct EntityTag {
    /// The tag with its quotation marks.
    let text: String

    init(_ task: TaskItem) {
        var hash = SHA256()
        hash.update(data: [task.completed ? 1 : 0])
        hash.update(data: Array(task.task.utf8))
        text = "\"\(Hexadecimal.encode(Array(hash.finalize().prefix(16))))\""
    }

    /// The condition of `If-Match` on the task; `nil` if any task meets it.
    ///
    /// - Throws: ``Problem`` 400 if the field isn't `*` or a list of entity tags.
    static func condition(of request: Request) throws(Problem) -> TaskCondition? {
        let fields = request.headers[values: .ifMatch]
        guard !fields.isEmpty else { return nil }
        let value = fields.joined(separator: ",")
        if value == "*" { return nil }
        guard let tags = strongTags(in: Array(value.utf8)) else {
            throw .badRequest("The field If-Match must be * or a list of entity tags, each in quotation marks.")
        }
        return { task in tags.contains(Array(EntityTag(task).text.utf8)) }
    }

    /// The strong tags of a list, with their quotation marks; `nil` if it is no list of tags.
    ///
    /// A weak tag matches nothing here (section 13.1.1), so it is left out.
    private static func strongTags(in list: [UInt8]) -> [[UInt8]]? {
        var (tags, count, rest) = ([[UInt8]](), 0, list[...])
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.first != UInt8(ascii: ",") else {
                rest = rest.dropFirst()
                continue
            }
            guard !rest.isEmpty else { return count > 0 ? tags : nil }
            let isWeak = rest.starts(with: Array("W/".utf8))
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
                return nil
            }
            let tag = rest[...end]
            guard tag.allSatisfy({ $0 >= 0x21 && $0 != 0x7F }) else { return nil }
            if !isWeak { tags.append(Array(tag)) }
            count += 1
            rest = rest[(end + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
    }
}
