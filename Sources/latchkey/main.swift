import FoundationEssentials
import LatchkeyApp

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let arguments = Latchkey.arguments
// These come first: until then a signal ends the process with the system's exit code.
Latchkey.handleEarlySignals(arguments)
Latchkey.openStandardStreams()
exit(await Latchkey.run(arguments, environment: ProcessInfo.processInfo.environment))
