import Encodings

/// Reads the list as Latchkey's API writes it, from quotation mark to quotation mark, in a tenth of a general
/// decoder's time.
///
/// Anything out of the ordinary (an escape, a number, a nested value, a name that is not one of an item's) makes it
/// give up, and ``TaskListDecoder`` reads the list instead.
struct TaskListScanner {
    /// Typical minimum size of an item, in bytes.
    private static let usualItem = 100

    /// UTF-8 without backslashes.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether any byte is a control character; none may be in a string.
    private let hasControls: Bool
    private var position = 0

    /// The tasks; `nil` if the bytes are anything but a plain list.
    static func tasks(_ bytes: [UInt8]) -> [ListedTask]? {
        bytes.withUnsafeBufferPointer { buffer in
            let span = buffer.span
            guard (try? UTF8Span(validating: span)) != nil,
                span.firstIndex(of: UInt8(ascii: "\\"), in: span.indices) == nil
            else { return nil }
            // Finding the minimum of all bytes is faster than finding the first control character.
            let least = buffer.reduce(.max) { min($0, $1) }
            var scanner = TaskListScanner(bytes: buffer, hasControls: least < 0x20)
            return scanner.list()
        }
    }

    private mutating func list() -> [ListedTask]? {
        guard skip(UInt8(ascii: "[")) else { return nil }
        if skip(UInt8(ascii: "]")) { return isAtEnd ? [] : nil }
        var tasks: [ListedTask] = []
        tasks.reserveCapacity(bytes.count / Self.usualItem + 1)
        repeat {
            guard let task = item() else { return nil }
            tasks.append(task)
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "]")) && isAtEnd ? tasks : nil
    }

    private mutating func item() -> ListedTask? {
        guard skip(UInt8(ascii: "{")) else { return nil }
        var id: String?, text: String?, completed: Bool?
        repeat {
            guard let name = string(), skip(UInt8(ascii: ":")) else { return nil }
            if id == nil, isEqual(name, "id") {
                guard let value = self.text() else { return nil }
                id = value
            } else if text == nil, isEqual(name, "task") {
                guard let value = self.text() else { return nil }
                text = value
            } else if completed == nil, isEqual(name, "completed") {
                guard let value = boolean() else { return nil }
                completed = value
            } else {
                guard isEqual(name, "owner") || isEqual(name, "creationDate"), string() != nil else { return nil }
            }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")), let id, !id.isEmpty, let text, let completed else { return nil }
        return ListedTask(id: id, text: text, completed: completed)
    }

    private mutating func text() -> String? {
        string().flatMap { String(utf8: UnsafeBufferPointer(rebasing: bytes[$0]).span) }
    }

    /// The place of a string.
    private mutating func string() -> Range<Int>? {
        guard skip(UInt8(ascii: "\"")),
            let end = bytes.span.firstIndex(of: UInt8(ascii: "\""), in: position..<bytes.count)
        else { return nil }
        let place = position..<end
        if hasControls, bytes[place].contains(where: { $0 < 0x20 }) { return nil }
        position = end + 1
        return place
    }

    private func isEqual(_ range: Range<Int>, _ word: StaticString) -> Bool {
        range.count == word.utf8CodeUnitCount && word.withUTF8Buffer { bytes[range].elementsEqual($0) }
    }

    private mutating func boolean() -> Bool? {
        if skip(word: "true") { return true }
        return skip(word: "false") ? false : nil
    }

    private mutating func skip(word: StaticString) -> Bool {
        skipSpace()
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else { return false }
        position = end
        return true
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private var isAtEnd: Bool {
        bytes[position...].allSatisfy { Self.isSpace($0) }
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
