import Encodings
import Testing

@testable import OpenIDConnect

@Suite struct KeySetTests {
    @Test(
        "A token that is signed by any kind of key verifies by that key only",
        arguments: ["RS256", "ES256", "ES384", "EdDSA"])
    func kinds(_ algorithm: String) async throws {
        let all = try await [TestSigner.rs256(), .es256(), .es384(), .edDSA()]
        let signer = try #require(all.first { $0.algorithm == algorithm })
        let token = try token(signer)
        let name = try #require(SignatureAlgorithm(rawValue: algorithm))
        let keys = try await keySet(all.map(\.jwk))
        #expect(keys.keys.count == 4)
        #expect(keys.verifies(token, name, kid: signer.kid, for: .fakeProviders))
        #expect(keys.verifies(token, name, kid: nil, for: .fakeProviders))
        #expect(!keys.verifies(token, name, kid: "other", for: .fakeProviders))
        let others = try await keySet(all.filter { $0.algorithm != algorithm }.map(\.jwk))
        #expect(!others.verifies(token, name, kid: nil, for: .fakeProviders))
    }

    @Test("Unusable keys are skipped, and leave the others usable")
    func oddities() async throws {
        let signer = try await TestSigner.rs256()
        let odd: [JSONValue] = [
            .number(1), .null, .string("x"), .array([]), .of([:]),
            .of(["kty": .string("oct"), "k": .string("c2VjcmV0")]),
            .of(["kty": .string("XYZ")]), .of(["kty": .number(1)]),
            .of(["kty": .string("EC"), "crv": .string("secp256k1")]),
            .of(["kty": .string("EC"), "crv": .string("P-256"), "x": .string("AA"), "y": .string("AA")]),
            .of(["kty": .string("RSA")]),
            .of(["kty": .string("RSA"), "n": .string("!"), "e": .string("AQAB")]),
            .of(["kty": .string("OKP"), "crv": .string("X25519")]),
            .of(["kty": .string("OKP"), "crv": .string("Ed25519"), "x": .string("")]),
            .object(signer.jwk.with(["use": .string("enc")])),
            .object(signer.jwk.with(["alg": .string("RSA-OAEP")])), .object(signer.jwk.with(["alg": .string("HS256")])),
            .object(signer.jwk.with(["alg": .number(1)])), .object(signer.jwk.with(["key_ops": .strings("encrypt")])),
            .object(
                JSONObject.of([("kty", .string("RSA")), ("n", .string(TestKeys.weakModulus)), ("e", .string("AQAB"))])),
        ]
        let keys = try await keySet(
            values: odd + [.object(signer.jwk.with(["use": .string("sig"), "key_ops": .strings("verify")]))])
        #expect(keys.keys.count == 1)
        #expect(keys.verifies(try token(signer), .rs256, kid: signer.kid, for: .fakeProviders))
    }

    @Test("A key's own algorithm is the only one that it verifies")
    func ownAlgorithm() async throws {
        let signer = try await TestSigner.rs256()
        let fitting = try await keySet([signer.jwk.with(["alg": .string("RS256")])])
        #expect(fitting.verifies(try token(signer), .rs256, kid: nil, for: .fakeProviders))
        let other = try await keySet([signer.jwk.with(["alg": .string("PS256")])])
        #expect(other.keys.count == 1)
        #expect(!other.verifies(try token(signer), .rs256, kid: nil, for: .fakeProviders))
    }

    @Test("Without a kid all keys that fit are tried, and so are two keys of one name")
    func several() async throws {
        let other = try await TestSigner.rs256(TestKeys.otherRSA, kid: "same")
        let signer = try await TestSigner.rs256(kid: "same")
        let keys = try await keySet([other.jwk, signer.jwk])
        #expect(keys.verifies(try token(signer), .rs256, kid: nil, for: .fakeProviders))
        #expect(keys.verifies(try token(signer), .rs256, kid: "same", for: .fakeProviders))
        #expect(!(try await keySet([other.jwk])).verifies(try token(signer), .rs256, kid: nil, for: .fakeProviders))
    }

    @Test("A key without a name is used only if no key has the token's name")
    func unnamed() async throws {
        let signer = try await TestSigner.rs256(kid: nil)
        let (token, other) = (try token(signer), try await TestSigner.es256(kid: "x").jwk)
        let keys = try await keySet([signer.jwk, other])
        for kid in [nil, "y"] { #expect(keys.verifies(token, .rs256, kid: kid, for: .fakeProviders)) }
        #expect(!keys.verifies(token, .rs256, kid: "x", for: .fakeProviders))
        // The name counts, although its key can't be used.
        let useless = try await keySet([signer.jwk, other.with(["use": .string("enc")])])
        #expect(!useless.verifies(token, .rs256, kid: "x", for: .fakeProviders))
        #expect(useless.verifies(token, .rs256, kid: "y", for: .fakeProviders))
        // A name that is no text is a name.
        let numbered = try await keySet([signer.jwk.with(["kid": .number(1)])])
        #expect(!numbered.verifies(token, .rs256, kid: "y", for: .fakeProviders))
    }

    @Test("A key's coordinates may have zero octets too many or too few, and have to be a point of the curve")
    func coordinates() async throws {
        for signer in try await [TestSigner.es256(), .es384(), Self.signerWithZero()] {
            let (x, y) = (try octets("x", of: signer), try octets("y", of: signer))
            let name = try #require(SignatureAlgorithm(rawValue: signer.algorithm))
            for octets in [{ Array($0.drop { $0 == 0 }) }, { [0] + $0 }, { [0, 0, 0] + $0 }] as [([UInt8]) -> [UInt8]] {
                let keys = try await keySet([signer.jwk.with(["x": encoded(octets(x)), "y": encoded(octets(y))])])
                #expect(keys.verifies(try token(signer), name, kid: nil, for: .fakeProviders))
            }
            for (x, y) in [([1] + x, y), (y, x), (x, x), ([], y), (Array(x.dropLast()), y), (x + [0], y)] {
                #expect(try await keySet([signer.jwk.with(["x": encoded(x), "y": encoded(y)])]).keys.isEmpty)
            }
        }
    }

    @Test("Unusable keys are counted, with the reasons")
    func remarks() async throws {
        let signer = try await TestSigner.es256()
        #expect(try await keySet([signer.jwk]).remarks == nil)
        let encrypting = try await keySet([signer.jwk, signer.jwk.with(["use": .string("enc")])])
        #expect(encrypting.remarks == "1 of 2 keys unusable: not for signatures that are accepted")
        #expect(!encrypting.isFaulty)
        let large = signer.jwk.with(["x": encoded([1] + (try octets("x", of: signer)))])
        let weak = JSONObject.of([
            ("kty", .string("RSA")), ("n", .string(TestKeys.weakModulus)), ("e", .string("AQAB")),
        ])
        let several = try await keySet(values: [.object(signer.jwk), .null, .object(large), .object(weak)])
        #expect(several.isFaulty)
        #expect(
            several.remarks
                == "3 of 4 keys unusable: malformed; a coordinate larger than its curve; RSA of less than 2,048 bits")
        let many = try await keySet(Array(repeating: signer.jwk, count: 101))
        #expect(many.keys.count == 100 && many.isFaulty)
        #expect(many.remarks == "only the first 100 of 101 keys are read")
    }

    /// A signer whose key has a coordinate with a zero octet in front: one key in 128 has.
    private static func signerWithZero() async throws -> TestSigner {
        while true {
            let signer = try await TestSigner.es256()
            let coordinates = ["x", "y"].compactMap { signer.jwk[$0]?.string.flatMap { Base64URL.decode($0) } }
            if coordinates.contains(where: { $0.first == 0 }) { return signer }
        }
    }

    private func octets(_ name: String, of signer: TestSigner) throws -> [UInt8] {
        try #require(signer.jwk[name]?.string.flatMap { Base64URL.decode($0) })
    }

    private func encoded(_ octets: [UInt8]) -> JSONValue { .string(Base64URL.encode(octets)) }

    @Test("A signature that was changed, cut or removed doesn't verify")
    func changed() async throws {
        let signer = try await TestSigner.es256()
        let keys = try await keySet([signer.jwk])
        let raw = try signer.sign(["sub": .string("alice")])
        let parts = raw.split(separator: ".").map(String.init)
        let forged = Base64URL.encode(#"{"sub":"bob"}"#.utf8)
        for text in ["\(parts[0]).\(forged).\(parts[2])", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA"] {
            #expect(!keys.verifies(try #require(SignedToken(parsing: text)), .es256, kid: nil, for: .fakeProviders))
        }
    }

    @Test(
        "A document that is no key set is refused",
        arguments: ["{}", #"{"keys":{}}"#, #"{"keys":"x"}"#, #"{"Keys":[]}"#])
    func nonsense(_ text: String) async throws {
        let object = try #require(JSONObject(parsing: Array(text.utf8)))
        await expectKind(.invalidProviderResponse) { try await KeySet(object) }
    }

    private func token(_ signer: TestSigner) throws -> SignedToken {
        try #require(SignedToken(parsing: try signer.sign(["sub": .string("alice")])))
    }

    private func keySet(_ objects: [JSONObject]) async throws -> KeySet {
        try await keySet(values: objects.map { .object($0) })
    }

    private func keySet(values: [JSONValue]) async throws -> KeySet {
        try await KeySet(["keys": .array(values)])
    }
}
