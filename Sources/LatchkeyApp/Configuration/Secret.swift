/// A value that must not be seen: printing it, or anything that holds it, shows a placeholder.
struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value itself.
    let value: String

    init(_ value: String) { self.value = value }

    var description: String { "(secret)" }
    var debugDescription: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
