import Tracing
import WebSupport

/// A span that has ended, as it waits to be sent.
struct RecordedSpan: Sendable {
    /// A value of an attribute.
    enum Value: Sendable, Equatable {
        case text(String)
        case number(Int64)
    }

    /// The attributes that are sent: those of OpenTelemetry's conventions that say nothing about a user.
    ///
    /// Libraries record more, such as `url.full`, whose path has identifiers of tasks.
    static let attributeNames = [
        "http.request.method", "http.route", "http.response.status_code", "url.scheme", "server.address",
        "server.port", "db.system.name", "db.operation.name", "error.type",
    ]

    /// The trace, and the span's own identifier as the parent of others.
    let trace: TraceParent
    /// The identifier of the parent's span.
    let parent: UInt64?
    let kind: SpanKind
    let name: String
    /// In nanoseconds since 1970.
    let start: UInt64, end: UInt64
    let isError: Bool
    /// The values of ``attributeNames``, each with the index of its name.
    let attributes: [(name: Int, value: Value)]
}

extension RecordedSpan.Value {
    /// - Returns: `nil` for an attribute of any other type.
    init?(_ attribute: SpanAttribute) {
        switch attribute {
        case .string(let text): self = .text(text)
        case .int64(let number): self = .number(number)
        default: return nil
        }
    }
}
