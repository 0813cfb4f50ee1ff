import HTTPTransport
import HTTPTypes
import OTLPExport

/// The destination of traces, and which of them are recorded.
struct TracesSettings: Sendable {
    /// The URL that they are posted to.
    let endpoint: HTTPURL
    /// The setting or the variable that names the endpoint.
    let source: String
    let sampler: Sampler
    /// Further fields of each request.
    let headerFields: HTTPFields
    /// The attributes of this program, each name once.
    let resource: [(name: String, value: String)]
}

extension Configuration {
    /// `nil` if no traces are recorded.
    var traces: TracesSettings? {
        let own = self.tracesEndpoint.map { (url: $0, variable: Settings.name(\.tracesEndpoint)) }
        guard let (endpoint, source) = own ?? openTelemetry.endpoint else { return nil }
        return TracesSettings(
            endpoint: endpoint, source: source,
            sampler: openTelemetry.sampler ?? Sampler(ratio: self.tracesRatio),
            headerFields: (self.tracesHeadersFile ?? openTelemetry.headerFields)?.fields ?? [:], resource: resource)
    }

    /// The attributes that OpenTelemetry's conventions want, and those of its variables.
    private var resource: [(name: String, value: String)] {
        var resource: [(name: String, value: String)] = [
            ("service.name", "latchkey"), ("service.version", Version.text),
            ("telemetry.sdk.name", "OTLPExport"), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", Version.text),
        ]
        for attribute in openTelemetry.resource {
            resource.removeAll { $0.name == attribute.name }
            resource.append(attribute)
        }
        return resource
    }
}
