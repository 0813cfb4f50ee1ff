/// One of the cookies of a sealed payload.
public struct SealedChunk: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The cookie's name: the plain one for the first chunk, `NAME.1`, `NAME.2` for the next ones.
    public let name: String
    /// The cookie's value, all of it characters of base64url.
    public let value: String

    /// The cookie's name, because its value may be a credential.
    public var description: String { "SealedChunk \(name)" }
    /// Without the value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }

    static func name(_ index: Int, of name: String) -> String {
        index == 0 ? name : "\(name).\(index)"
    }
}
