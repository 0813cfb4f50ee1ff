public import Foundation
import Synchronization

/// Starts programs, one at a time.
///
/// If Foundation starts two at once, one may inherit the descriptor that signals the other's end, which is then noticed
/// late or never.
public enum ChildProcess {
    private static let turn = Mutex(())

    /// Runs a process that is set up, and doesn't wait for its end.
    public static func start(_ process: Process) throws {
        try turn.withLock { _ in try process.run() }
    }
}
