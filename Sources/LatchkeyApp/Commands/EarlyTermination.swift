#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends the process with exit code 0 on SIGTERM and SIGINT while `serve` starts.
///
/// A start may wait for a lock or for a silent server, and serves no request that would have to be answered first.
/// The service group replaces these handlers when it starts the services.
enum EarlyTermination {
    static func install() {
        // A handler may call little more than `_exit`; a static property, which is made at first use, isn't safe in it.
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    }
}
