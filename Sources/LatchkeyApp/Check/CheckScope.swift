import HTTPTransport

/// How much `check` tries.
enum CheckScope {
    /// Contacts the authorities, the tasks API and the database, too.
    case everything
    /// Reads settings, files and keys; no name is resolved, and no socket opened.
    case settingsOnly

    /// The verdict on an expired certificate: `serve` starts with it, so a service must not be kept from starting.
    var expired: Finding.Verdict { self == .everything ? .fault : .warning }
}

/// Sends nothing.
struct NoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.invalidRequest, "nothing is sent here")
    }
}
