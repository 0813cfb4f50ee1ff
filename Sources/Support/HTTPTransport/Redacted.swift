/// A value with secrets, of which neither its description nor its mirror shows any.
///
/// So it can be printed, logged and dumped, also within another value.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type.
    public var description: String { "\(Self.self)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
