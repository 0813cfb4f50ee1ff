import Encodings
import FoundationEssentials

/// Claims that are in order, for tests that change them.
enum SampleClaims {
    private static let now = FakeProvider.now.timeIntervalSince1970

    /// Those of an access token for the audience `api`.
    static let accessToken: [String: JSONValue] = [
        "iss": .string(FakeProvider.issuer), "aud": .strings("other", "api"), "exp": .number(now + 60),
        "sub": .string("alice"), "oid": .string("o-1"),
    ]

    static let logoutToken: [String: JSONValue] = [
        "iss": .string(FakeProvider.issuer), "aud": .string("client"), "iat": .number(now), "exp": .number(now + 120),
        "jti": .string("j-1"), "sub": .string("alice"), "sid": .string("s-1"),
        "events": .of(["http://schemas.openid.net/event/backchannel-logout": .of([:])]),
    ]
}
