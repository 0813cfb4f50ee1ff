import Encodings
import HTTPTypes
import Hummingbird
package import Logging
import NIOCore
import WebSupport

/// Identifies a request in the logs of all that take part in it.
package struct Correlation: Sendable {
    /// The correlation of the request that is being served.
    @TaskLocal static var current: Correlation?

    /// The correlation identifier of the request that is being served.
    static var identifier: String? { current?.identifier }

    let identifier: String
    var client: Client?

    /// The client of a request, whose address only lines of the log need.
    struct Client: Sendable {
        let peer: SocketAddress?
        let fields: HTTPFields
        let proxies: TrustedProxies

        var address: String? { proxies.client(peer: peer?.ipAddress, fields: fields) }
    }

    /// Adds the identifiers and the client of the request to each log line that is written for it.
    package static let metadata = Logger.MetadataProvider {
        var metadata: Logger.Metadata = [:]
        let correlation = current
        metadata["correlation"] = correlation.map { "\($0.identifier)" }
        metadata["client"] = correlation?.client?.address.map { "\($0)" }
        metadata["trace"] = TraceParent.current.map { "\($0.traceID)" }
        return metadata
    }
}
