/// A server could not listen at its port.
struct NotListening: Error, CustomStringConvertible {
    var description: String { "the site could not listen at a port that was free" }
}
