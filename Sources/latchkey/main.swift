import FoundationEssentials
import LatchkeyApp

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let process = ProcessInfo.processInfo
exit(await Latchkey.run(Array(process.arguments.dropFirst()), environment: process.environment))
