import Encodings
import HTTPTransport
import OTLPExport

/// The variables by which operators configure OpenTelemetry in any program.
///
/// Each counts if no setting has its value. An empty one counts as not given.
struct OpenTelemetryVariables: Sendable {
    private static let tracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    private static let base = "OTEL_EXPORTER_OTLP_ENDPOINT"
    private static let headers = "OTEL_EXPORTER_OTLP_HEADERS"
    private static let service = "OTEL_SERVICE_NAME"
    private static let resource = "OTEL_RESOURCE_ATTRIBUTES"
    private static let sampler = "OTEL_TRACES_SAMPLER"
    private static let samplerArgument = "OTEL_TRACES_SAMPLER_ARG"
    /// All of them.
    static let names = [tracesEndpoint, base, headers, service, resource, sampler, samplerArgument]

    /// A `name=value`, decoded.
    private struct Entry {
        let number: Int
        let name: String
        let value: String
    }

    /// The URL that traces are posted to, and the variable that has it.
    private(set) var endpoint: (url: HTTPURL, variable: String)?
    private(set) var headerFields: SecretHeaderFields?
    private(set) var sampler: Sampler?
    /// Attributes of the program, of which some names may come twice; the last one counts.
    private(set) var resource: [(name: String, value: String)] = []
    /// What is wrong with variables that count.
    private(set) var errors: [SettingError] = []

    /// - Parameter given: The settings that are given.
    init(_ environment: [String: String], without given: GivenSettings) {
        if !given.contains(\.tracesEndpoint) {
            endpoint =
                url(Self.tracesEndpoint, in: environment, .tracesEndpoint)
                ?? url(Self.base, in: environment, .collectorBase)
        }
        if !given.contains(\.tracesHeadersFile) {
            headerFields = value(of: Self.headers, in: environment) { text throws(InvalidValueError) in
                try SecretHeaderFields(
                    try Self.entries(text).map {
                        SecretHeaderFields.Entry(place: "entry \($0.number)", name: $0.name, value: $0.value)
                    })
            }
        }
        if !given.contains(\.tracesRatio) {
            let argument = value(of: Self.samplerArgument, in: environment) { text throws(InvalidValueError) in
                try SettingParser<Double>.ratio.parse([Self.settingText(text)])
            }
            sampler = value(of: Self.sampler, in: environment) { text throws(InvalidValueError) in
                try Self.sampler(text.lowercased(), ratio: argument ?? 1)
            }
        }
        let attributes = value(of: Self.resource, in: environment) { text throws(InvalidValueError) in
            try Self.entries(text)
        }
        resource = (attributes ?? []).map { ($0.name, $0.value) }
        if let name = value(of: Self.service, in: environment, { $0 }) { resource.append(("service.name", name)) }
    }

    private mutating func url(
        _ variable: String, in environment: [String: String], _ parser: SettingParser<HTTPURL>
    ) -> (url: HTTPURL, variable: String)? {
        value(of: variable, in: environment) { text throws(InvalidValueError) in
            try parser.parse([Self.settingText(text)])
        }.map { ($0, variable) }
    }

    /// The value of a variable; `nil` if it isn't given, or has an error.
    private mutating func value<Value>(
        of variable: String, in environment: [String: String],
        _ parse: (String) throws(InvalidValueError) -> Value
    ) -> Value? {
        guard let text = environment[variable].map(RawValue.trimmed), !text.isEmpty else { return nil }
        if let error = SettingError.undecodable(text, of: variable) {
            errors.append(error)
            return nil
        }
        do throws(InvalidValueError) {
            return try parse(text)
        } catch {
            errors.append(SettingError(variable, error.problem))
            return nil
        }
    }

    private static func settingText(_ text: String) -> SettingText {
        SettingText(text: text, shown: PrintableText.quoted(text), files: .system)
    }

    /// One of the specification's samplers that need no other server.
    private static func sampler(_ name: String, ratio: Double) throws(InvalidValueError) -> Sampler {
        switch name {
        case "always_on": return Sampler(ratio: 1, obeysParent: false)
        case "always_off": return Sampler(ratio: 0, obeysParent: false)
        case "traceidratio": return Sampler(ratio: ratio, obeysParent: false)
        case "parentbased_always_on": return Sampler(ratio: 1)
        case "parentbased_always_off": return Sampler(ratio: 0)
        case "parentbased_traceidratio": return Sampler(ratio: ratio)
        default:
            throw InvalidValueError(
                """
                \(PrintableText.quoted(name)) is none of always_on, always_off, traceidratio, \
                parentbased_always_on, parentbased_always_off, parentbased_traceidratio
                """)
        }
    }

    /// The entries of a list as W3C Baggage has them: `name=value`, percent-encoded, separated by commas.
    private static func entries(_ text: String) throws(InvalidValueError) -> [Entry] {
        var entries: [Entry] = []
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !part.allSatisfy(\.isWhitespace) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                PercentEncoding.decode(RawValue.trimmed(String($0))[...])
            }
            guard halves.count == 2, let name = halves[0], let value = halves[1], !name.isEmpty else {
                throw InvalidValueError("entry \(index + 1) is no name=value with percent-encoded characters")
            }
            entries.append(Entry(number: index + 1, name: name, value: value))
        }
        return entries
    }
}
