import Tracing

/// The span that the calls of a request belong to, for calls that are made after its handler has returned.
package struct ParentSpan: Sendable {
    private let context = InstrumentationContext.current

    /// The current span, if there is one.
    package init() {}

    /// Runs a body whose calls belong to the span.
    package func run(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows {
        try await InstrumentationContext.$current.withValue(context) { try await body() }
    }
}
