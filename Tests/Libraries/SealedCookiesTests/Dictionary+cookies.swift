import SealedCookies

extension [String: String] {
    /// The cookies of a payload, as a browser returns them.
    init(_ chunks: [SealedChunk]) {
        self.init(uniqueKeysWithValues: chunks.map { ($0.name, $0.value) })
    }

    /// The values under the plain name, then under `.1`, `.2` and so on.
    init(name: String, values: [String]) {
        self.init(uniqueKeysWithValues: values.enumerated().map { ($0 == 0 ? name : "\(name).\($0)", $1) })
    }
}
