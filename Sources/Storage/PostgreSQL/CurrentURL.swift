import Synchronization

/// The URL by which new connections are made, whose credentials may be replaced meanwhile.
final class CurrentURL: Sendable {
    private let url: Mutex<PostgreSQLURL>

    init(_ url: PostgreSQLURL) {
        self.url = Mutex(url)
    }

    var value: PostgreSQLURL { url.withLock { $0 } }

    /// - Returns: `false` where the other URL names another database, and nothing is replaced.
    func replace(with other: PostgreSQLURL) -> Bool {
        url.withLock { url in
            guard other.place == url.place else { return false }
            url = other
            return true
        }
    }
}
