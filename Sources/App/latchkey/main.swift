import FoundationEssentials
import LatchkeyApp
import SystemLibrary

let arguments = Latchkey.arguments
// This call comes first, because until then a signal ends the process with the system's exit code.
Latchkey.handleEarlySignals(arguments)
// Before anything else is opened.
StandardStream.replaceClosed()
exit(await Latchkey.run(arguments, environment: ProcessInfo.processInfo.environment))
