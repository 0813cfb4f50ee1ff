import HTTPTransport

/// How much `check` tries.
enum CheckScope {
    /// Contacts the authorities, the tasks API and the database, too.
    case everything
    /// Reads settings, files and keys; no name is resolved, and no socket opened.
    case settingsOnly

    /// The verdict on an expired certificate: a warning before a start, because `serve` starts with it.
    var expired: Finding.Verdict { self == .everything ? .fault : .warning }
}

/// Sends nothing.
struct NoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.invalidRequest, "nothing is sent here")
    }
}
