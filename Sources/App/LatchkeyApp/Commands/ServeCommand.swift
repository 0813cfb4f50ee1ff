import CoreMetrics
import FoundationEssentials
import Logging
import ProcessSupport
import PrometheusExport
import ServiceLifecycle
import SystemLibrary
import UnixSignals

/// `latchkey serve`: runs the web front end, and each service that no setting points elsewhere, until a signal ends it.
enum ServeCommand {
    /// How long responses in flight may take after a signal to end.
    private static let patience = Duration.seconds(9)
    /// How many files may be open in addition to browsers' connections: the database, outgoing calls, the other
    /// servers' connections.
    private static let otherFiles = 2048

    /// - Parameter read: Reads the settings, at the start and again at each SIGHUP.
    static func run(reading read: @escaping @Sendable (_ isReload: Bool) throws -> Configuration) async throws
        -> Int32
    {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let configuration = try read(false)
        StandardErrorLogHandler.bootstrap(level: configuration.logLevel, format: configuration.logFormat)
        let metrics = configuration.adminListen.map { _ in PrometheusRegistry.ofProgram() }
        // A handler that is made before doesn't count.
        if let metrics { MetricsSystem.bootstrap(metrics) }
        let traces = Traces(configuration)
        traces?.bootstrap()
        ProcessLimits.returnLargeMemory()
        // Event loops have files of their own.
        let files = ProcessLimits.allowOpenFiles(configuration.maxConnections + otherFiles)
        // Before any service is started: then one line is all that there is to read.
        let program = try await Program(configuration, metrics: metrics, traces: traces)
        try ListenCheck(configuration: configuration).demand()
        configuration.notices.forEach(StandardStream.error.write)
        for finding in Warnings(configuration: configuration).findings {
            StandardStream.error.write(PrintableText.line("latchkey: \(finding.text)"))
        }
        let connections = limit(configuration, files: files)
        if !Version.isOptimized {
            StandardStream.output.write(
                "Development build              several times slower than the optimized one, which make build makes")
        }
        var quiet = Logger(label: "latchkey.lifecycle")
        // The reason for the end is printed once, by `Latchkey.run`.
        quiet.logLevel = .critical
        let services = try await program.services(
            maximumConnections: connections, hangUps: hangUps, reread: { try read(true) })
        var group = ServiceGroupConfiguration(
            services: ([ForcedTermination()] + services).map { .init(service: $0) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
        group.maximumGracefulShutdownDuration = patience
        do {
            try await ServiceGroup(configuration: group).run()
        } catch is CancellationError {
            // The shutdown timed out, as with a client that doesn't read its response. That is an end too.
        }
        ProgramEvent.stop.log(to: Logger(label: Program.label), "stopped")
        return ExitCode.success
    }

    /// How many connections of browsers the limit of open files leaves room for.
    ///
    /// If connections took all files, no call could be made and no connection of the other servers accepted.
    static func connections(_ wanted: Int, files: Int) -> Int {
        min(wanted, files - min(otherFiles, files / 2))
    }

    /// - Returns: How many connections of browsers to serve at once.
    private static func limit(_ configuration: Configuration, files: Int) -> Int {
        if !ProcessLimits.forbidCoreDumps() {
            StandardStream.error.write(
                "latchkey: core dumps can't be switched off here; forbid them, since they would hold keys and tokens")
        }
        let connections = connections(configuration.maxConnections, files: files)
        if connections < configuration.maxConnections {
            StandardStream.error.write(
                """
                latchkey: maxConnections: only \(files) files may be open here, which leaves room for \(connections) \
                connections; raise the limit (ulimit -n)
                """
            )
        }
        return connections
    }
}

/// Ends the process with exit code 0 on SIGTERM and SIGINT while `serve` starts, and while a check is repeated.
///
/// A start may wait for a lock or for a silent server, and has no request to complete first. The service group
/// replaces these handlers when it starts the services.
enum EarlyTermination {
    static func install() {
        // A handler may call little more than `_exit`; a static property, which is made at first use, isn't safe in it.
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    }
}
