import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SessionBytesTests {
    static let full = Session(
        identifier: Array(0..<16), issuer: "https://id.example", subject: "sub", policy: "b2c_1", end: 2_000_000_000,
        lastUsed: 1_999_999_000,
        idToken: "a.b.c", accessToken: "token", accessTokenExpiry: 1_999_999_999, refreshToken: "refresh")
    static let sparse = Session(
        identifier: Array(0..<16), issuer: "", subject: "", policy: nil, end: 0, lastUsed: 0, idToken: "",
        accessToken: "",
        accessTokenExpiry: nil, refreshToken: nil)

    @Test("A session comes back as it was", arguments: [full, sparse]) func roundTrip(_ session: Session) {
        #expect(Session(bytes: session.bytes) == session)
    }

    @Test("What is cut off anywhere, goes on, or has another layout is none", arguments: [full, sparse]) func others(
        _ session: Session
    ) {
        let bytes = session.bytes
        for count in 0..<bytes.count { #expect(Session(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes") }
        #expect(Session(bytes: bytes + [0]) == nil)
        #expect(Session(bytes: [2] + bytes.dropFirst()) == nil)
    }
}
