import Encodings

/// The bytes of a sealed value: `lead (1) | key id (4) | nonce (24) | ciphertext | tag (16)`.
///
/// The lead byte holds the layout's version in its high four bits, and in its low four how many cookies the value is
/// spread over, 0 if it stands elsewhere. So the count is known from the first cookie, a value never passes from one
/// use to the other, and since the lead, the key id and the name are all authenticated, none of them can be changed.
/// What is encrypted is the payload and, behind it, the UNIX time in seconds, big-endian, from which on it no longer
/// opens.
struct SealedEnvelope {
    static let version: UInt8 = 1

    private static let headByteCount = 1 + SealingKeyID.byteCount
    private static let messageStart = headByteCount + XAES256GCM.nonceByteCount
    private static let expiryByteCount = 8
    /// How many bytes longer than its payload a sealed value is.
    static let overhead = messageStart + expiryByteCount + XAES256GCM.tagByteCount

    let keys: SealingKeys
    /// What the value is for: the cookie's name, or a purpose.
    let name: String
    /// How many cookies it takes; 0 for none.
    let cookies: UInt8

    /// How many cookies a lead byte speaks of; `nil` for another version.
    static func cookies(inLead lead: UInt8) -> UInt8? {
        lead >> 4 == version ? lead & 15 : nil
    }

    func seal(_ payload: [UInt8], expires: Int64) throws(SealingError) -> [UInt8] {
        let nonce = SecureRandom.bytes(XAES256GCM.nonceByteCount)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(payload.count + Self.overhead)
        sealed.append(Self.version << 4 | cookies)
        sealed.append(bigEndian: keys.newest.id.value)
        let data = associated(head: sealed)
        sealed += nonce
        sealed += payload
        sealed.append(bigEndian: expires)
        try keys.newest.cipher.sealTail(
            of: &sealed, from: Self.messageStart, nonce: nonce.span, authenticating: data.span)
        return sealed
    }

    /// The payload, if all is well.
    func open(_ sealed: [UInt8], now: Int64) -> [UInt8]? {
        guard sealed.count >= Self.overhead, sealed[0] == Self.version << 4 | cookies else { return nil }
        let data = associated(head: sealed[..<Self.headByteCount])
        let nonce = sealed.span.extracting(Self.headByteCount..<Self.messageStart)
        let message = sealed.span.extracting(Self.messageStart..<sealed.count)
        for key in keys.named(sealed[1..<Self.headByteCount].reduce(0) { $0 << 8 | UInt32($1) }) {
            guard var payload = key.cipher.open(message, nonce: nonce, authenticating: data.span) else { continue }
            let expires = payload.suffix(Self.expiryByteCount).reduce(0) { $0 << 8 | UInt64($1) }
            payload.removeLast(Self.expiryByteCount)
            return now < Int64(bitPattern: expires) ? payload : nil
        }
        return nil
    }

    private func associated(head: some Collection<UInt8>) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(Self.headByteCount + name.utf8.count)
        data += head
        data += name.utf8
        return data
    }
}
