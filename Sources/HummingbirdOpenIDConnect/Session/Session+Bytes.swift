import Encodings

extension Session {
    /// The layout's version; a session of another version counts as none.
    private static let layout: UInt8 = 1

    /// The session in its fixed binary layout.
    var bytes: [UInt8] {
        var writer = ByteWriter(
            capacity: 256 + idToken.utf8.count + accessToken.utf8.count + (refreshToken?.utf8.count ?? 0))
        writer.append(Self.layout)
        writer.append(fixed: identifier)
        for time in [end, lastUsed, accessTokenExpiry ?? -1] { writer.append(time) }
        for text in [issuer, subject, idToken, accessToken] { writer.append(text) }
        for text in [policy, refreshToken] { writer.append(text) }
        return writer.bytes
    }

    /// The session of these bytes; `nil` for anything that isn't one from start to end.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.number(UInt8.self) == Self.layout, let identifier = reader.fixed(Self.identifierBytes),
            let end = reader.number(Int64.self), let lastUsed = reader.number(Int64.self),
            let expiry = reader.number(Int64.self),
            let issuer = reader.text(), let subject = reader.text(), let idToken = reader.text(),
            let accessToken = reader.text(),
            let policy = reader.optionalText(), let refreshToken = reader.optionalText(), reader.isAtEnd
        else { return nil }
        self.init(
            identifier: identifier, issuer: issuer, subject: subject, policy: policy, end: end, lastUsed: lastUsed,
            idToken: idToken,
            accessToken: accessToken, accessTokenExpiry: expiry < 0 ? nil : expiry, refreshToken: refreshToken)
    }
}
