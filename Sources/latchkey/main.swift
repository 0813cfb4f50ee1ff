import FoundationEssentials
import LatchkeyApp

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let commandLine = CommandLine.arguments
// It comes first, because until then a signal ends the process with the system's exit code.
Latchkey.handleEarlySignals(commandLine)
exit(await Latchkey.run(commandLine, environment: ProcessInfo.processInfo.environment))
