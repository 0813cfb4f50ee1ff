import FoundationEssentials
import TestSupport

/// A task as a tasks API lists it, for scripts that respond in the API's place.
struct ListedItem: Encodable {
    var id: String?
    var task: String?
    var completed: Bool?
    /// The quickstart's other name of `task`.
    var text: String?

    private enum CodingKeys: String, CodingKey {
        case id, task, completed
        case text = "Text"
    }

    static func response(_ items: [ListedItem]) throws -> LoopbackResponse {
        .json(String(decoding: try JSONEncoder().encode(items), as: UTF8.self))
    }
}
