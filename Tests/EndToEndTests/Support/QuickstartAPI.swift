import FoundationEssentials
import HTTPTypes
import Synchronization
import TestSupport

/// A tasks API that speaks the quickstart's dialect and nothing else: items of just a text, added and deleted by it.
final class QuickstartAPI: Sendable {
    private struct Named: Decodable {
        let task: String
    }

    private let stored = Mutex<[String]>([])
    private let shape: @Sendable (String) -> ListedItem

    init(_ texts: [String] = [], shape: @escaping @Sendable (String) -> ListedItem = { ListedItem(task: $0) }) {
        self.shape = shape
        stored.withLock { $0 = texts }
    }

    var texts: [String] { stored.withLock { $0 } }

    func response(to request: RecordedRequest) -> LoopbackResponse {
        guard request.path == "/tasks" else { return LoopbackResponse(.notFound, body: "Cannot \(request.method)") }
        let named = try? JSONDecoder().decode(Named.self, from: Data(request.body))
        switch (request.method, named?.task) {
        case (.get, _):
            return (try? ListedItem.response(texts.map(shape))) ?? LoopbackResponse(.internalServerError)
        case (.post, let text?):
            stored.withLock { $0.append(text) }
            return LoopbackResponse(.created)
        case (.delete, let text?):
            return stored.withLock { texts in
                let before = texts.count
                texts.removeAll { $0 == text }
                return LoopbackResponse(texts.count < before ? .noContent : .notFound)
            }
        default:
            return LoopbackResponse(.notFound, body: "Cannot \(request.method)")
        }
    }
}
