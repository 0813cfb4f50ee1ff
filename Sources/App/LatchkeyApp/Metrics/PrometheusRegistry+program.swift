import OTLPExport
import ProcessSupport
import PrometheusExport

extension PrometheusRegistry {
    /// The registry of `serve`, in which each metric of the program is described.
    static func ofProgram() -> PrometheusRegistry {
        let registry = PrometheusRegistry([
            Description(
                "http_server_request_duration_seconds", .histogram,
                "Requests of the web front end, by method, route and status, and how long their responses took."),
            Description(
                "http_server_active_requests", .gauge,
                "Requests of the web front end that are being responded to."),
            Description(
                "latchkey_connections", .gauge, "Open connections of browsers or proxies to the web front end."),
            Description(
                "http_client_request_duration_seconds", .histogram,
                "Requests to the authority and the tasks API, by status, and how long they took; 0 is no response."),
            Description(
                "latchkey_client_connections_discarded_total", .counter,
                "Idle connections to the authority and the tasks API that were closed instead of used, by reason."),
            Description(
                "latchkey_sign_ins_total", .counter, "Authorization responses of sign-ins under way, by outcome."),
            Description(
                "latchkey_refreshes_total", .counter, "Requests to the authority for new tokens, by outcome."),
            Description("latchkey_sessions_ended_total", .counter, "Sessions that this process ended, by reason."),
            Description(
                "latchkey_ended_sessions_held", .gauge,
                "Ended sessions that this process remembers, so that it refuses their cookies."),
            Description(
                SpanQueue.droppedName, .counter, "Spans that the collector of traces didn't get, or didn't accept."),
        ])
        // Zero also if no traces are recorded.
        _ = registry.makeCounter(label: SpanQueue.droppedName, dimensions: [])
        registry.add(
            Description("process_resident_memory_bytes", .gauge, "Memory of the process that is in RAM."),
            reading: { ProcessUsage.residentMemoryBytes })
        registry.add(
            Description("process_cpu_seconds_total", .counter, "CPU time of the process, in user and system mode."),
            reading: { ProcessUsage.cpuSeconds })
        return registry
    }
}
