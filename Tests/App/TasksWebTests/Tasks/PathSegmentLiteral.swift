import Encodings

extension PathSegment: ExpressibleByStringLiteral {
    /// A segment that is known to be one.
    public init(stringLiteral text: String) {
        guard let segment = PathSegment(text) else { preconditionFailure("\(text) can't be a segment") }
        self = segment
    }
}
