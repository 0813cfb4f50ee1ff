import CProcess

/// Limits of this process that hold until it ends.
package enum ProcessLimits {
    /// Protects the process's memory, with its keys and tokens, from core dumps and from other processes of the same
    /// user.
    ///
    /// - Returns: Whether the system call succeeded.
    package static func forbidCoreDumps() -> Bool {
        process_forbid_core_dumps() == 0
    }

    /// Whether the system could still write a core file.
    package static var mayDumpCore: Bool { process_may_dump_core() != 0 }

    /// Has each piece of memory of 1 MiB and more returned to the system when it is freed, not cached for its thread.
    package static func returnLargeMemory() { process_return_large_memory() }

    /// How many processors this process may use, at least 1.
    ///
    /// The processors of its CPU affinity count, or fewer if its control groups have a quota, of which a part of a
    /// processor counts as one.
    package static var processors: Int {
        let processors = max(1, Int(process_processors()))
        return CPUQuota().processors.map { min(processors, Int($0.rounded(.up))) } ?? processors
    }

    /// Raises the limit of open files towards a number, as far as this user may.
    ///
    /// Each connection is one, and shells start programs with 1,024.
    ///
    /// - Returns: The limit after the call.
    package static func allowOpenFiles(_ count: Int) -> Int {
        Int(clamping: process_allow_open_files(UInt(clamping: count)))
    }
}
