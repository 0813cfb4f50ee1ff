/// The split of a text over several cookies, of which all but the last are full.
struct CookieSplit {
    let count: Int
    /// The bytes of all the cookies, as the browser sends them.
    let bytes: Int
    private let name: String
    private let capacities: [Int]

    /// - Throws: ``SealingError/Kind/tooLarge``.
    init(textCount: Int, name: String) throws(SealingError) {
        var capacities: [Int] = []
        var rest = textCount
        var bytes = 0
        while rest > 0 {
            guard capacities.count < SealedCookieCodec.maximumChunks else { throw SealingError(.tooLarge) }
            let label = SealedChunk.name(capacities.count, of: name).utf8.count + "=".utf8.count
            let taken = min(rest, SealedCookieCodec.maximumChunkBytes - label)
            guard taken > 0 else { throw SealingError(.tooLarge) }
            capacities.append(taken)
            rest -= taken
            bytes += label + taken + (rest > 0 ? "; ".utf8.count : 0)
        }
        guard bytes <= SealedCookieCodec.maximumBytes else { throw SealingError(.tooLarge) }
        self.bytes = bytes
        self.name = name
        self.capacities = capacities
        count = capacities.count
    }

    /// Spreads a text of as many bytes as were given to `init`.
    func chunks(of text: String) -> [SealedChunk] {
        guard count > 1 else { return [SealedChunk(name: name, value: text)] }
        var rest = text.utf8[...]
        return capacities.enumerated().map { index, capacity in
            defer { rest = rest.dropFirst(capacity) }
            return SealedChunk(name: SealedChunk.name(index, of: name), value: String(Substring(rest.prefix(capacity))))
        }
    }
}
