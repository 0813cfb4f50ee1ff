import Encodings
import OpenIDConnect
import SessionRegistry

extension Session {
    /// The layout's version; a session of an unknown version counts as none.
    private static let layout: UInt8 = 3
    /// The last layout without the user's key and the access token's life.
    private static let layoutWithoutUser: UInt8 = 2

    /// The session in its fixed binary layout.
    var bytes: [UInt8] {
        var writer = ByteWriter(
            capacity: 256 + accessToken.utf8.count + (idToken?.utf8.count ?? 0) + (refreshToken?.utf8.count ?? 0))
        writer.append(Self.layout)
        writer.append(fixed: handle.bytes)
        writer.append(generation)
        writer.append(begun)
        writer.append(end)
        writer.append(lastUsed)
        writer.append(UInt8((followsRefusal ? 1 : 0) | (followsInteraction ? 2 : 0)))
        writer.append(accessTokenExpiry ?? -1)
        writer.append(refreshTokenExpiry ?? -1)
        for text in [issuer, subject, name, accessToken] { writer.append(text) }
        for text in [policy, refreshToken, idToken, userInfo] { writer.append(text) }
        writer.append(UInt8(user.kind == .objectID ? 1 : 0))
        // Mostly these are the issuer and the subject, which needn't take room twice.
        writer.append(user.space.utf8.elementsEqual(issuer.utf8) ? nil : user.space)
        writer.append(user.value.utf8.elementsEqual(subject.utf8) ? nil : user.value)
        writer.append(accessTokenLife ?? -1)
        return writer.bytes
    }

    /// The session of these bytes; `nil` for anything that isn't one from start to end.
    ///
    /// - Parameter users: Identifies the user of a session whose layout has no key.
    init?(bytes: [UInt8], users: UserKeyRule) {
        var reader = ByteReader(bytes)
        guard let layout = reader.number(UInt8.self), layout == Self.layout || layout == Self.layoutWithoutUser,
            let handle = reader.fixed(SessionHandle.byteCount).flatMap({ SessionHandle($0) }),
            let generation = reader.number(UInt32.self), let begun = reader.number(Int64.self),
            let end = reader.number(Int64.self),
            let lastUsed = reader.number(Int64.self), let causes = reader.number(UInt8.self), causes < 4,
            let expiry = reader.number(Int64.self), expiry >= -1,
            let refreshExpiry = reader.number(Int64.self), refreshExpiry >= -1,
            let issuer = reader.text(), let subject = reader.text(), let name = reader.text(),
            let accessToken = reader.text(),
            let policy = reader.optionalText(), let refreshToken = reader.optionalText(),
            let idToken = reader.optionalText(),
            let userInfo = reader.optionalText(),
            let user = layout == Self.layout
                ? reader.userKey(issuer, subject)
                : Self.user(users, idToken: idToken, Identity(issuer: issuer, subject: subject)),
            let life = layout == Self.layout ? reader.number(Int64.self) : -1, life >= -1, reader.isAtEnd
        else { return nil }
        self.init(
            handle: handle, generation: generation, issuer: issuer, subject: subject, user: user, policy: policy,
            name: name, begun: begun,
            end: end, lastUsed: lastUsed, followsRefusal: causes & 1 != 0, followsInteraction: causes & 2 != 0,
            accessToken: accessToken,
            accessTokenExpiry: expiry < 0 ? nil : expiry, accessTokenLife: life < 0 ? nil : life,
            refreshToken: refreshToken,
            refreshTokenExpiry: refreshExpiry < 0 ? nil : refreshExpiry, idToken: idToken, userInfo: userInfo)
    }

    private static func user(_ users: UserKeyRule, idToken: String?, _ identity: Identity) -> UserKey? {
        idToken.flatMap(Claims.unverified(ofJWT:)).flatMap(users.key(of:)) ?? users.key(ofEarlier: identity)
    }
}

extension ByteReader {
    fileprivate mutating func userKey(_ issuer: String, _ subject: String) -> UserKey? {
        guard let isObjectID = number(UInt8.self), isObjectID <= 1, let space = optionalText(),
            let value = optionalText()
        else { return nil }
        return UserKey(kind: isObjectID == 1 ? .objectID : .subject, space: space ?? issuer, value: value ?? subject)
    }
}
