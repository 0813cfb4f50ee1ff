import HTTPTransport
import HTTPTypes
import OTLPExport
import Testing

@testable import LatchkeyApp

/// Where traces go, which of them, and as whose: by settings and by OpenTelemetry's variables.
@Suite struct TracesSettingsTests {
    private static let endpoint = ["--traces-endpoint", "https://c.example"]

    private static func traces(
        _ arguments: [String] = [], _ environment: [String: String] = [:], texts: [String: String] = [:]
    ) throws -> TracesSettings? {
        try SettingsReading.read(arguments, environment, texts: texts).traces
    }

    // MARK: Where

    @Test("Without an endpoint there are no traces") func none() throws {
        #expect(try Self.traces() == nil)
        #expect(try Self.traces([], ["OTEL_SERVICE_NAME": "x", "OTEL_EXPORTER_OTLP_ENDPOINT": " "]) == nil)
    }

    @Test(
        "An endpoint without a path gets that of traces, and any other stays as it is",
        arguments: [
            ("https://c.example", "https://c.example/v1/traces"),
            ("http://c.example:4318/", "http://c.example:4318/v1/traces"),
            ("https://c.example/?key=1", "https://c.example/v1/traces?key=1"),
            ("https://c.example/otlp", "https://c.example/otlp"),
            ("https://c.example/v1/traces/", "https://c.example/v1/traces/"),
        ])
    func path(given: String, endpoint: String) throws {
        #expect(try Self.traces(["--traces-endpoint", given])?.endpoint.description == endpoint)
        let variable = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": given]
        #expect(try Self.traces([], variable)?.endpoint.description == endpoint)
    }

    @Test(
        "The collector's base URL gets the path of traces in any case",
        arguments: [
            ("https://c.example", "https://c.example/v1/traces"), ("https://c.example/", "https://c.example/v1/traces"),
            ("https://c.example/otlp", "https://c.example/otlp/v1/traces"),
            ("https://c.example/otlp/", "https://c.example/otlp/v1/traces"),
        ])
    func base(given: String, endpoint: String) throws {
        #expect(
            try Self.traces([], ["OTEL_EXPORTER_OTLP_ENDPOINT": given])?.endpoint.description == endpoint)
    }

    @Test("The setting comes before the variable of traces, and that before the variable of all signals")
    func order() throws {
        var variables = [
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://traces.example",
            "OTEL_EXPORTER_OTLP_ENDPOINT": "https://all.example",
        ]
        #expect(try Self.traces([], variables)?.endpoint.host == "traces.example")
        #expect(try Self.traces(Self.endpoint, variables)?.endpoint.host == "c.example")
        let file = ["--settings", "s.json"]
        let texts = ["s.json": #"{"tracesEndpoint": "https://file.example"}"#]
        #expect(try Self.traces(file, variables, texts: texts)?.endpoint.host == "file.example")
        variables["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = ""
        #expect(try Self.traces([], variables)?.endpoint.host == "all.example")
    }

    // MARK: Which

    @Test(
        "The ratio is that of the setting, else the sampler is that of the variable",
        arguments: [
            ([], [:], Sampler(ratio: 1)), (["--traces-ratio", "0.25"], [:], Sampler(ratio: 0.25)),
            (["--traces-ratio=0"], ["OTEL_TRACES_SAMPLER": "nonsense"], Sampler(ratio: 0)),
            ([], ["OTEL_TRACES_SAMPLER": "always_on"], Sampler(ratio: 1, obeysParent: false)),
            ([], ["OTEL_TRACES_SAMPLER": "always_off"], Sampler(ratio: 0, obeysParent: false)),
            ([], ["OTEL_TRACES_SAMPLER": "traceidratio"], Sampler(ratio: 1, obeysParent: false)),
            (
                [], ["OTEL_TRACES_SAMPLER": "TraceIdRatio", "OTEL_TRACES_SAMPLER_ARG": "0.5"],
                Sampler(ratio: 0.5, obeysParent: false)
            ),
            ([], ["OTEL_TRACES_SAMPLER": "parentbased_always_on", "OTEL_TRACES_SAMPLER_ARG": "0"], Sampler(ratio: 1)),
            ([], ["OTEL_TRACES_SAMPLER": "parentbased_always_off"], Sampler(ratio: 0)),
            (
                [], ["OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.5"],
                Sampler(ratio: 0.5)
            ),
            ([], ["OTEL_TRACES_SAMPLER_ARG": "0.5"], Sampler(ratio: 1)),
        ] as [([String], [String: String], Sampler)])
    func samplers(arguments: [String], environment: [String: String], sampler: Sampler) throws {
        #expect(try Self.traces(Self.endpoint + arguments, environment)?.sampler == sampler)
    }

    // MARK: As whose

    @Test("The header fields are those of the file, else those of the variable, percent-decoded")
    func headerFields() throws {
        let variable = ["OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Basic%20YTpi, x-team = a%2Cb,,x-raw=a=b c"]
        let team = try #require(HTTPField.Name("X-Team")), raw = try #require(HTTPField.Name("X-Raw"))
        #expect(
            try Self.traces(Self.endpoint, variable)?.headerFields
                == [.authorization: "Basic YTpi", team: "a,b", raw: "a=b c"])
        let file = "\nAuthorization:  Bearer a:b \r\nX-Team: one\nX-Team: two\n"
        let fields = try Self.traces(
            Self.endpoint + ["--traces-headers-file", "headers.txt"], variable, texts: ["headers.txt": file])?
            .headerFields
        #expect(fields?[.authorization] == "Bearer a:b" && fields?[values: team] == ["one", "two"])
        #expect(fields?[raw] == nil)
    }

    @Test("Header fields are never printed") func secretFields() throws {
        let configuration = try SettingsReading.read(
            Self.endpoint + ["--traces-headers-file", "headers.txt"], texts: ["headers.txt": "Authorization: hidden"])
        var text = "\(configuration.tracesHeadersFile as Any)"
        dump(configuration.tracesHeadersFile, to: &text)
        #expect(!text.contains("hidden"))
    }

    @Test("The program's attributes are its own, unless the variables say otherwise") func resource() throws {
        let own = try #require(try Self.traces(Self.endpoint)).resource
        #expect(own.map(\.name).count == Set(own.map(\.name)).count)
        #expect(own.first { $0.name == "service.name" }?.value == "latchkey")
        #expect(own.first { $0.name == "service.version" }?.value == Version.text)
        let attributes = ["OTEL_RESOURCE_ATTRIBUTES": "service.name=a,deployment.environment.name=b%20c, k8s%2Ex = d"]
        let given = try #require(try Self.traces(Self.endpoint, attributes)).resource
        #expect(given.filter { $0.name == "service.name" }.map(\.value) == ["a"])
        #expect(given.first { $0.name == "deployment.environment.name" }?.value == "b c")
        #expect(given.first { $0.name == "k8s.x" }?.value == "d")
        let named = try #require(
            try Self.traces(Self.endpoint, attributes.merging(["OTEL_SERVICE_NAME": "tasks"]) { $1 })
        ).resource
        #expect(named.filter { $0.name == "service.name" }.map(\.value) == ["tasks"])
    }

    // MARK: Faults

    @Test(
        "A malformed variable of OpenTelemetry is one line that names it",
        arguments: [
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector:4318"), ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "/v1"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://c.example"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://a:b@c.example"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=%zz"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a b=c"), ("OTEL_EXPORTER_OTLP_HEADERS", "=c"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=%0d%0ab: c"), ("OTEL_EXPORTER_OTLP_HEADERS", "content-type=text/plain"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "Host=c.example"), ("OTEL_RESOURCE_ATTRIBUTES", "a"),
            ("OTEL_RESOURCE_ATTRIBUTES", "a=b,=c"), ("OTEL_RESOURCE_ATTRIBUTES", "a=%FF"),
            ("OTEL_SERVICE_NAME", "caf\u{FFFD}"), ("OTEL_TRACES_SAMPLER", "sometimes"),
            ("OTEL_TRACES_SAMPLER", "jaeger_remote"), ("OTEL_TRACES_SAMPLER_ARG", "2"),
            ("OTEL_TRACES_SAMPLER_ARG", "half"), ("OTEL_TRACES_SAMPLER_ARG", "-0.5"),
        ])
    func malformed(variable: String, value: String) {
        for arguments in [[], Self.endpoint] {
            if !arguments.isEmpty, variable.hasSuffix("ENDPOINT") { continue }
            let faults = SettingsReading.faults(arguments, [variable: value])
            #expect(faults.count == 1 && faults.first?.hasPrefix("\(variable): ") == true, "\(faults)")
        }
    }

    @Test("A malformed variable doesn't matter if a setting replaces it, or another variable does") func replaced() {
        let all = [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "nonsense", "OTEL_EXPORTER_OTLP_HEADERS": "nonsense",
            "OTEL_TRACES_SAMPLER": "nonsense", "OTEL_TRACES_SAMPLER_ARG": "nonsense",
        ]
        let settings = Self.endpoint + ["--traces-ratio", "1", "--traces-headers-file", "headers.txt"]
        let texts = ["headers.txt": "a: b"]
        #expect(SettingsReading.faults(settings, all, texts: texts) == [])
        let traces = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://c.example"]
        #expect(SettingsReading.faults([], traces.merging(["OTEL_EXPORTER_OTLP_ENDPOINT": "nonsense"]) { $1 }) == [])
    }

    @Test("No fault shows a value of a header field", arguments: ["a b=hidden", "content-type=hidden", "hidden,a=b"])
    func secrets(value: String) {
        #expect(!SettingsReading.faults([], ["OTEL_EXPORTER_OTLP_HEADERS": value]).joined().contains("hidden"))
    }

    @Test(
        "A file of header fields that can't be used is one line that names file and line, without a value",
        arguments: [
            ("", "is empty"), (" \n\n", "is empty"), ("a: b\nhidden", "line 2 of headers.txt is no NAME: VALUE"),
            ("\na b: hidden", "line 2 of headers.txt is no header field"),
            ("a: hid\u{0}den", "line 1 of headers.txt is no header field"),
            ("Host: hidden", "line 1 of headers.txt has host, which each request has already; remove it"),
        ])
    func badFile(text: String, problem: String) {
        let faults = SettingsReading.faults(["--traces-headers-file", "headers.txt"], texts: ["headers.txt": text])
        #expect(faults.count == 1 && faults.first?.hasPrefix("tracesHeadersFile: ") == true, "\(faults)")
        #expect(faults.first?.contains(problem) == true && !faults.joined().contains("hidden"), "\(faults)")
    }

    @Test("Settings of traces without an endpoint have a line that says so") func unused() throws {
        let texts = ["headers.txt": "a: b"]
        let options = ["--traces-ratio", "0.5", "--traces-headers-file", "headers.txt"]
        #expect(
            try SettingsReading.read(options, texts: texts).notices == [
                "tracesRatio has no effect without tracesEndpoint",
                "tracesHeadersFile has no effect without tracesEndpoint",
            ])
        #expect(try SettingsReading.read(Self.endpoint + options, texts: texts).notices == [])
        let variable = ["OTEL_EXPORTER_OTLP_ENDPOINT": "https://c.example"]
        #expect(try SettingsReading.read(options, variable, texts: texts).notices == [])
    }
}
