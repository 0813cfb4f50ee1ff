import SystemSupport
import WebSupport

/// A request's identifiers, for the part of its response that is made after its handler has returned.
struct RequestScope: Sendable {
    private let correlation = Correlation.current
    private let trace = TraceParent.current
    private let span = ParentSpan()

    /// Runs a body as a part of the request that was being served when this was made.
    func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows {
        try await span.run {
            try await TraceParent.$current.withValue(trace) {
                try await Correlation.$current.withValue(correlation) { try await body() }
            }
        }
    }
}
