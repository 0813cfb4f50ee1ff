import HummingbirdOpenIDConnect
import SessionRegistry

extension Session {
    /// The layout's version; a session of another version counts as none.
    private static let layout: UInt8 = 2

    /// The session in its fixed binary layout.
    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256 + accessToken.utf8.count + (idToken?.utf8.count ?? 0) + (refreshToken?.utf8.count ?? 0))
        writer.append(Self.layout)
        writer.append(fixed: handle.bytes)
        writer.append(generation)
        writer.append(begun)
        writer.append(end)
        writer.append(lastUsed)
        writer.append(UInt8(followsRefusal ? 1 : 0))
        writer.append(accessTokenExpiry ?? -1)
        writer.append(refreshTokenExpiry ?? -1)
        for text in [issuer, subject, name, accessToken] { writer.append(text) }
        for text in [policy, refreshToken, idToken, userInfo] { writer.append(text) }
        return writer.bytes
    }

    /// The session of these bytes; `nil` for anything that isn't one from start to end.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.number(UInt8.self) == Self.layout,
            let handle = reader.fixed(SessionHandle.byteCount).flatMap({ SessionHandle($0) }),
            let generation = reader.number(UInt32.self), let begun = reader.number(Int64.self), let end = reader.number(Int64.self),
            let lastUsed = reader.number(Int64.self), let followsRefusal = reader.number(UInt8.self),
            let expiry = reader.number(Int64.self), expiry >= -1,
            let refreshExpiry = reader.number(Int64.self), refreshExpiry >= -1,
            let issuer = reader.text(), let subject = reader.text(), let name = reader.text(), let accessToken = reader.text(),
            let policy = reader.optionalText(), let refreshToken = reader.optionalText(), let idToken = reader.optionalText(),
            let userInfo = reader.optionalText(), reader.isAtEnd
        else { return nil }
        self.init(
            handle: handle, generation: generation, issuer: issuer, subject: subject, policy: policy, name: name, begun: begun, end: end,
            lastUsed: lastUsed, followsRefusal: followsRefusal == 1, accessToken: accessToken, accessTokenExpiry: expiry < 0 ? nil : expiry,
            refreshToken: refreshToken, refreshTokenExpiry: refreshExpiry < 0 ? nil : refreshExpiry, idToken: idToken, userInfo: userInfo)
    }
}
