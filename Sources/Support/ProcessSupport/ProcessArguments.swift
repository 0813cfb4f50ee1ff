import CProcess

package enum ProcessArguments {
    /// All of them, the program's name first.
    ///
    /// `CommandLine.arguments` looks for them in memory, next to the environment. So on Linux it is empty without
    /// `/proc`, or if a preloaded library has changed the environment. With another C library than glibc it is used
    /// here, too.
    package static var all: [String] {
        let known = (0..<process_argument_count()).compactMap { index in
            unsafe process_argument(index).map { unsafe String(cString: $0) }
        }
        return known.isEmpty ? CommandLine.arguments : known
    }
}
