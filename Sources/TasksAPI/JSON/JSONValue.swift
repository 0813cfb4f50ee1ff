/// A JSON value, as far as calls on tasks need to know it.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number
    case string(String)
    case array
    case object([String: JSONValue])
}
