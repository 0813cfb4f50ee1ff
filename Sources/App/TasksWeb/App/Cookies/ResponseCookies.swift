import Synchronization

/// The `Set-Cookie` fields for whatever response a request gets, because an error can't carry them.
final class ResponseCookies: Sendable {
    private let gathered = Mutex<[String]>([])

    var fields: [String] { gathered.withLock { $0 } }

    func add(_ fields: [String]) {
        gathered.withLock { $0 += fields }
    }
}
