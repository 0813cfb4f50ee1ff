import FoundationEssentials

/// Reads a JSON array of tasks of any dialect, field by field; a field of another type counts as missing.
enum TaskListDecoder {
    /// The tasks; `nil` if the bytes are no JSON array of objects that each have a text.
    static func tasks(_ bytes: [UInt8]) -> [ListedTask]? {
        decode([Item].self, bytes)?.map(\.task)
    }

    /// The task; `nil` if the bytes are no JSON object that has a text.
    static func task(_ bytes: [UInt8]) -> ListedTask? {
        decode(Item.self, bytes)?.task
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        if let value = try? JSONDecoder().decode(type, from: Data(bytes)) { return value }
        let whole = replacingLoneSurrogates(bytes)
        return whole == bytes ? nil : try? JSONDecoder().decode(type, from: Data(whole))
    }

    /// Replaces each escape of a lone surrogate by one of U+FFFD.
    ///
    /// APIs whose texts are UTF-16 send such escapes for a text that they have cut within a character.
    private static func replacingLoneSurrogates(_ json: [UInt8]) -> [UInt8] {
        var json = json, position = 0
        while position < json.count, let start = json[position...].firstIndex(of: UInt8(ascii: "\\")) {
            // An escape has two bytes, or six.
            position = start + 2
            guard let unit = codeUnit(json, at: start) else { continue }
            position = start + 6
            if UTF16.isLeadSurrogate(unit), codeUnit(json, at: position).map(UTF16.isTrailSurrogate) == true {
                position += 6
            } else if UTF16.isSurrogate(unit) {
                json.replaceSubrange(start + 2..<start + 6, with: "fffd".utf8)
            }
        }
        return json
    }

    /// The code unit of the escape (`\uXXXX`) that is there; `nil` if there is none.
    private static func codeUnit(_ json: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= json.count, json[start] == UInt8(ascii: "\\"), json[start + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: json[start + 2..<start + 6], as: UTF8.self), radix: 16)
    }

    private struct Item: Decodable {
        let task: ListedTask

        enum Key: String, CodingKey {
            case id, task, completed
            case text = "Text"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            let text = try? fields.decode(String.self, forKey: .task)
            task = ListedTask(
                id: Self.identifier(fields),
                text: try text ?? fields.decode(String.self, forKey: .text),
                completed: try? fields.decode(Bool.self, forKey: .completed))
        }

        /// Some APIs number their tasks.
        private static func identifier(_ fields: KeyedDecodingContainer<Key>) -> String? {
            if let text = try? fields.decode(String.self, forKey: .id) { return text.isEmpty ? nil : text }
            return (try? fields.decode(Int.self, forKey: .id)).map { "\($0)" }
        }
    }
}
