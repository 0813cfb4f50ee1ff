import CProcess

/// The arguments of this process.
package enum ProcessArguments {
    /// All of them, the program's name first.
    ///
    /// `CommandLine.arguments` is empty on Linux without `/proc`, or if a preloaded library has changed the environment:
    /// it looks for the arguments in memory, next to the environment.
    package static var all: [String] {
        let known = (0..<process_argument_count()).compactMap { index in
            unsafe process_argument(index).map { unsafe String(cString: $0) }
        }
        return known.isEmpty ? CommandLine.arguments : known
    }
}
