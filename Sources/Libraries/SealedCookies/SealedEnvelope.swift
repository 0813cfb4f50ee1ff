import Encodings

/// The bytes of a sealed value: `lead (1) | key id (4) | nonce (24) | ciphertext | tag (16)`.
///
/// The lead byte has the layout's version in its high four bits, and the number of cookies in its low four, 0 if the
/// value is no cookie. So the first cookie has their number, and a value of one use never opens in another. Lead, key
/// id and name are authenticated. The ciphertext is the payload and its expiry: UNIX time in seconds, big-endian.
struct SealedEnvelope {
    static let version: UInt8 = 1

    private static let headByteCount = 1 + SealingKeyID.byteCount
    private static let messageStart = headByteCount + XAES.nonceByteCount
    private static let expiryByteCount = 8
    /// By how many bytes a sealed value is longer than its payload.
    static let overhead = messageStart + expiryByteCount + XAES.tagByteCount

    let keys: SealingKeys
    /// The cookie's name, or the purpose.
    let name: String
    /// The number of cookies; 0 if the value is no cookie.
    let cookies: UInt8

    /// The number of cookies in a lead byte; `nil` for another version.
    static func cookies(inLead lead: UInt8) -> UInt8? {
        lead >> 4 == version ? lead & 15 : nil
    }

    func seal(_ payload: [UInt8], expires: Int64) throws(SealingError) -> [UInt8] {
        let nonce = SecureRandom.bytes(XAES.nonceByteCount)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(payload.count + Self.overhead)
        sealed.append(Self.version << 4 | cookies)
        sealed.append(bigEndian: UInt64(keys.newest.id.value), count: SealingKeyID.byteCount)
        let data = associated(head: sealed)
        sealed += nonce
        sealed += payload
        sealed.append(bigEndian: UInt64(bitPattern: expires))
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
