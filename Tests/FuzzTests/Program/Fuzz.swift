import CLibFuzzer
import Dispatch
import Foundation

/// Gives libFuzzer's inputs to the subject that `FUZZ_SUBJECT` names; without a name, prints all names.
@main enum Fuzz {
    private static let environment = ProcessInfo.processInfo.environment
    private static let subject = environment["FUZZ_SUBJECT"].flatMap(FuzzSubjects.init(rawValue:))?.subject

    static func main() throws {
        guard let subject else {
            FuzzSubjects.allCases.forEach { print($0.rawValue) }
            exit(environment["FUZZ_SUBJECT"] == nil ? 0 : 2)
        }
        if let folder = environment["FUZZ_FOLDER"] { try StartingPoint(of: subject).write(to: URL(filePath: folder)) }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                Fuzz.read(Array(UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    /// Ends the process at a fault, after which libFuzzer stores the input in a file.
    private static func read(_ bytes: [UInt8]) {
        guard let subject else { return }
        let finished = DispatchSemaphore(value: 0)
        Task(executorPreference: CallingThread()) {
            if let fault = await subject.fault(in: bytes) {
                FileHandle.standardError.write(Data("Fatal error: \(fault)\n".utf8))
                abort()
            }
            finished.signal()
        }
        finished.wait()
    }
}
