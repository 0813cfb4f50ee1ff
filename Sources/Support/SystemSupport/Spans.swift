import Tracing

/// Records spans, if the program has bootstrapped a tracer.
///
/// The tracer is looked up once, in the initializer, so that without one a call costs the test of a constant.
package struct Spans: Sendable {
    /// Whether there is a tracer.
    package let areRecorded: Bool

    /// Looks for a tracer.
    package init() {
        areRecorded = !(InstrumentationSystem.tracer is NoOpTracer)
    }

    /// Runs a call of a database in a span, which has no values of the call.
    ///
    /// Calls that belong to no other span have none, because a site polls its database. Its kind is internal, because
    /// readers of client spans expect a method and a status.
    ///
    /// - Parameters:
    ///   - system: The database's name in OpenTelemetry's conventions.
    ///   - operation: The name of the calling function.
    package func ofDatabase<Value>(
        _ system: String, _ operation: String, isolation: isolated (any Actor)? = #isolation,
        _ call: () async throws -> Value
    ) async rethrows -> Value {
        guard areRecorded, InstrumentationContext.current != nil else { return try await call() }
        let name = String(operation.prefix { $0 != "(" })
        return try await withSpan("\(name) \(system)", ofKind: .internal) { span in
            span.updateAttributes { attributes in
                attributes["db.system.name"] = system
                attributes["db.operation.name"] = name
            }
            do {
                return try await call()
            } catch {
                span.attributes["error.type"] = "\(type(of: error))"
                throw error
            }
        }
    }
}
