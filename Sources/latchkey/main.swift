import COpenSSL
import FoundationEssentials
import LatchkeyApp

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

let arguments = Latchkey.arguments
// It comes first, because until then a signal ends the process with the system's exit code.
Latchkey.handleEarlySignals(arguments)
// Else the tables of OpenSSL are freed at the exit, also if a thread that is connecting to the database still reads them.
_ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
// Before anything else is opened.
StandardStream.replaceClosed()
exit(await Latchkey.run(arguments, environment: ProcessInfo.processInfo.environment))
