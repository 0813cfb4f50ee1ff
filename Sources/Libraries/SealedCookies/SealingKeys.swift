/// The keys in use, newest first: the first one seals, all of them open.
///
/// To change keys without signing users out, put a new one in front, and remove the oldest once all that it sealed has
/// expired.
public struct SealingKeys: Sendable {
    let newest: SealingKey
    private let all: [SealingKey]

    /// A list of keys, newest first.
    ///
    /// - Throws: ``SealingError/Kind/noKeys``, or ``SealingError/Kind/keyIsRepeated`` with its place in the list.
    public init(_ keys: [SealingKey]) throws(SealingError) {
        guard let newest = keys.first else { throw SealingError(.noKeys) }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: key.isSame) {
            throw SealingError(.keyIsRepeated, entry: index + 1)
        }
        self.newest = newest
        all = keys
    }

    /// A list of keys as text, newest first.
    ///
    /// - Throws: ``SealingError``, whose ``SealingError/entry`` is the position of the wrong key, from 1.
    package init(texts: [String]) throws(SealingError) {
        var keys: [SealingKey] = []
        for (index, text) in texts.enumerated() {
            do {
                keys.append(try SealingKey(text: text))
            } catch {
                throw SealingError(error.kind, entry: index + 1)
            }
        }
        try self.init(keys)
    }

    /// A list of keys in one text, newest first, with white space or commas between them, as a settings file has it.
    ///
    /// - Throws: ``SealingError``, whose ``SealingError/entry`` is the position of the wrong key, from 1.
    public init(text: String) throws(SealingError) {
        try self.init(texts: text.split { $0.isWhitespace || $0 == "," }.map(String.init))
    }

    package var count: Int { all.count }

    func named(_ id: UInt32) -> some Sequence<SealingKey> {
        all.lazy.filter { $0.id.value == id }
    }
}
