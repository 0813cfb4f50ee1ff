/// Which tasks the page shows.
enum TaskFilter: String, Sendable, CaseIterable {
    case all
    case active
    case completed

    /// The filter of that name; anything else shows all.
    init(_ text: String?) {
        self = text.flatMap(Self.init(rawValue:)) ?? .all
    }

    /// The value of the API's `completed` parameter.
    var completed: Bool? {
        switch self {
        case .all: nil
        case .active: false
        case .completed: true
        }
    }
}
