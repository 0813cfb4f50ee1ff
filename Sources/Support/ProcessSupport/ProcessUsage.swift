import CProcess

/// The memory and CPU time that the process uses.
package enum ProcessUsage {
    /// The memory that is in RAM; `nil` if the system doesn't report it.
    package static var residentMemoryBytes: Double? {
        let bytes = process_resident_bytes()
        return bytes < 0 ? nil : Double(bytes)
    }

    /// The CPU time since the start, in user and system mode.
    package static var cpuSeconds: Double { process_cpu_seconds() }
}
