import Encodings

/// Reads tasks of any dialect, member by member; a member of another type counts as missing.
enum TaskListDecoder {
    /// Some servers write it before the text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The tasks; `nil` if the bytes are no JSON array of objects that each have a text.
    static func tasks(_ bytes: [UInt8]) -> [ListedTask]? {
        guard let values = json(bytes)?.array else { return nil }
        let tasks = values.compactMap(task)
        return tasks.count == values.count ? tasks : nil
    }

    /// The tasks with the members that each has; `nil` as from ``tasks(_:)``.
    static func downloadedTasks(_ bytes: [UInt8]) -> [DownloadedTask]? {
        guard let values = json(bytes)?.array else { return nil }
        let tasks = values.compactMap(downloadedTask)
        return tasks.count == values.count ? tasks : nil
    }

    /// The task; `nil` if the bytes are no JSON object that has a text.
    static func task(_ bytes: [UInt8]) -> ListedTask? { json(bytes).flatMap(task) }

    private static func json(_ bytes: [UInt8]) -> JSONValue? {
        JSONValue(
            parsingLeniently: bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes)
    }

    private static func task(_ value: JSONValue) -> ListedTask? {
        guard let object = value.object, let text = object["task"]?.string ?? object["Text"]?.string else { return nil }
        return ListedTask(id: identifier(object["id"]), text: text, completed: object["completed"]?.bool)
    }

    /// The members of an item, with the quickstart's names of them.
    private static let names: [(name: String, quickstart: String?)] = [
        ("id", "_id"), ("task", "Text"), ("owner", nil), ("completed", nil), ("creationDate", "date"),
    ]

    private static func downloadedTask(_ value: JSONValue) -> DownloadedTask? {
        guard let task = task(value), let object = value.object else { return nil }
        let members = names.compactMap { name, quickstart -> JSONObject.Member? in
            if name == "task" { return JSONObject.Member(name, .string(task.text)) }
            let sent = object.value(of: name) ?? quickstart.flatMap { object.value(of: $0) }
            return sent.map { JSONObject.Member(name, $0) }
        }
        return DownloadedTask(task: task, members: JSONObject(members: members))
    }

    /// The identifier, which some APIs have as a number.
    private static func identifier(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let literal): (Int(literal) ?? value?.number.flatMap(Int.init(exactly:))).map { "\($0)" }
        default: nil
        }
    }
}
