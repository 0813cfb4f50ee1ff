import FoundationEssentials

/// Reads a JSON array of tasks of any dialect, field by field; a field of another type counts as missing.
enum TaskListDecoder {
    /// The tasks; `nil` if the bytes are no JSON array of objects that each have a text.
    static func tasks(_ bytes: [UInt8]) -> [ListedTask]? {
        try? JSONDecoder().decode([Item].self, from: Data(bytes)).map(\.task)
    }

    /// The task; `nil` if the bytes are no JSON object that has a text.
    static func task(_ bytes: [UInt8]) -> ListedTask? {
        (try? JSONDecoder().decode(Item.self, from: Data(bytes)))?.task
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
