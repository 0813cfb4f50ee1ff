import Encodings
import HTTPTypes
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// Which proofs of a device's key count, at its registration and later.
@Suite struct DeviceBindingProofTests {
    private static let required = SignInOptions(deviceBinding: .require)

    /// Changes of a right proof, after which it doesn't count.
    enum Change: CaseIterable {
        case otherType, noType, algorithmNone, otherAlgorithm, criticalExtension, noChallenge, madeUpChallenge
        case foreignSignature, longerThan4KiB, twoValues
    }

    /// The values of the field with a right proof that was changed.
    private func values(
        _ change: Change, of device: SoftwareDevice, _ header: JSONObject, _ challenge: String
    ) throws -> [String] {
        var (header, payload) = (header, ["jti": .string(challenge)] as JSONObject)
        func set(_ name: String, _ value: JSONValue?, in object: inout JSONObject) {
            object.members.removeAll { $0.name == name }
            if let value { object.members.append(.init(name, value)) }
        }
        switch change {
        case .otherType: set("typ", .string("JWT"), in: &header)
        case .noType: set("typ", nil, in: &header)
        case .algorithmNone: set("alg", .string("none"), in: &header)
        case .otherAlgorithm: set("alg", .string("ES384"), in: &header)
        case .criticalExtension: set("crit", .array([.string("exp")]), in: &header)
        case .noChallenge: set("jti", nil, in: &payload)
        case .madeUpChallenge: set("jti", .string("made up"), in: &payload)
        case .foreignSignature: return [try SoftwareDevice().signed(header, payload)]
        case .longerThan4KiB: set("x", .string(String(repeating: "x", count: 3000)), in: &payload)
        case .twoValues: return Array(repeating: try device.signed(header, payload), count: 2)
        }
        return [try device.signed(header, payload)]
    }

    private let plainHeader: JSONObject = ["typ": .string("dbsc+jwt"), "alg": .string("ES256")]

    /// A request that the browser makes by itself.
    private func send(
        _ proofs: [String], for identifier: String? = nil, to path: String, in browser: Browser
    ) async throws -> WebPage {
        var fields: HTTPFields = [.secFetchSite: "same-origin", .secFetchMode: "no-cors"]
        fields[.secSecureSessionID] = identifier
        fields[values: .secureSessionResponse] = proofs
        return try await browser.send(.post, path, fields)
    }

    private func register(_ proofs: [String], in browser: Browser) async throws -> WebPage {
        try await send(proofs, to: "/sign-in/device", in: browser)
    }

    private func prove(_ proofs: [String], for identifier: String, in browser: Browser) async throws -> WebPage {
        try await send(proofs, for: identifier, to: "/sign-in/device/refresh", in: browser)
    }

    /// The challenge of a sign-in, or of an earlier proof.
    private func challenge(_ page: WebPage) throws -> String {
        let registration = page["Secure-Session-Registration"]?.firstMatch(of: #/challenge="([^"]+)"/#)?.1
        let next = page["Secure-Session-Challenge"]?.firstMatch(of: #/^"([^"]+)"/#)?.1
        return String(try #require(registration ?? next))
    }

    private func header(registering device: SoftwareDevice, _ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var (header, jwk) = (plainHeader, device.jwk)
        for (name, value) in changes {
            jwk.members.removeAll { $0.name == name }
            if let value { jwk.members.append(.init(name, value)) }
        }
        header.members.append(.init("jwk", .object(jwk)))
        return header
    }

    @Test("A wrong proof registers no key, and the session goes on without one", arguments: Change.allCases)
    func registration(_ change: Change) async throws {
        try await TestSite.running(options: Self.required) { site in
            let (browser, device) = (site.browser(), SoftwareDevice())
            let signIn = try await browser.signIn()
            let proofs = try values(change, of: device, header(registering: device), try challenge(signIn))
            let response = try await register(proofs, in: browser)
            #expect(response.status == .badRequest && response.cookies.isEmpty)
            site.clock.advance(by: 700)
            try await browser.expectServed()
        }
    }

    @Test("A wrong proof renews no cookie, and ends nothing here", arguments: Change.allCases)
    func later(_ change: Change) async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            let proofs = try values(change, of: device, plainHeader, try challenge(binding))
            let response = try await prove(proofs, for: try #require(binding.deviceIdentifier), in: browser)
            #expect(response.status == .badRequest && response.cookies.isEmpty)
            try await browser.expectServed()
            #expect(try await browser.prove(device, after: binding).status == .ok)
        }
    }

    @Test(
        "Only the public key of a point on P-256 is registered",
        arguments: [
            ["d": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))], ["crv": .string("P-384")],
            ["kty": .string("OKP")], ["x": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))], ["y": nil],
            ["x": .string("AQ")],
        ] as [[String: JSONValue?]])
    func key(_ changes: [String: JSONValue?]) async throws {
        try await TestSite.running(options: Self.required) { site in
            let (browser, device) = (site.browser(), SoftwareDevice())
            let payload: JSONObject = ["jti": .string(try challenge(try await browser.signIn()))]
            let proof = try device.signed(header(registering: device, changes), payload)
            #expect(try await register([proof], in: browser).status == .badRequest)
            #expect(!browser.hasDeviceCookie)
        }
    }

    @Test("A later proof counts by the key that was registered, not by one that comes with it")
    func foreignKey() async throws {
        try await TestSite.running(options: Self.required) { site in
            let (device, other) = (SoftwareDevice(), SoftwareDevice())
            let (browser, binding) = try await site.bound(to: device)
            let identifier = try #require(binding.deviceIdentifier)
            for key in [other, device] {
                let proof = try key.signed(header(registering: key), ["jti": .string(try challenge(binding))])
                let response = try await prove([proof], for: identifier, in: browser)
                #expect(response.status == .badRequest && response.cookies.isEmpty)
            }
        }
    }

    @Test("A challenge counts for its session and its purpose alone") func otherChallenge() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            let (_, otherBinding) = try await site.bound(to: SoftwareDevice())
            let unregistered = try await site.browser().signIn()
            let identifier = try #require(binding.deviceIdentifier)
            for page in [otherBinding, unregistered] {
                let response = try await prove(
                    [try device.proof(try challenge(page))], for: identifier, in: browser)
                #expect(response.status != .ok && response.cookies.isEmpty, "\(response.status)")
            }
            let proof = try device.proof(try challenge(binding), registering: true)
            #expect(try await register([proof], in: browser).status == .badRequest)
            #expect(try await browser.prove(device, after: binding).status == .ok)
        }
    }

    @Test("A challenge counts once, at its registration and later") func once() async throws {
        try await TestSite.running(options: Self.required) { site in
            let (browser, device) = (site.browser(), SoftwareDevice())
            let signIn = try await browser.signIn()
            let binding = try await browser.register(device, after: signIn)
            #expect(binding.status == .ok)
            let second = try await browser.register(SoftwareDevice(), after: signIn)
            #expect(second.status == .badRequest && second.cookies.isEmpty)
            #expect(try await browser.prove(device, after: binding).status == .ok)
            let again = try await browser.prove(device, after: binding)
            #expect(again.status == .forbidden && again.cookies.isEmpty)
            // The registration's own challenge has been used as well, also while the store can't tell.
            let identifier = try #require(binding.deviceIdentifier)
            for isReachable in [true, false] {
                if !isReachable { site.store.fail() }
                let early = try await prove([try device.proof(try challenge(signIn))], for: identifier, in: browser)
                #expect(early.status == .forbidden && early.cookies.isEmpty)
                #expect(try await browser.prove(device, after: early).status == .ok)
            }
        }
    }

    @Test("A binding that a new sign-in has replaced is over, and its proof doesn't change the new one's cookie")
    func replaced() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, old) = try await site.bound(to: device)
            let binding = try await browser.register(device, after: try await browser.signIn())
            let over = try await browser.prove(device, after: old)
            #expect(over.status == .ok && over.cookies.isEmpty && over.text.contains("false"))
            try await browser.expectServed()
            #expect(try await browser.prove(device, after: binding).status == .ok)
        }
    }

    @Test("The device's cookie of a different session proves nothing") func otherCookie() async throws {
        try await TestSite.running(options: Self.required) { site in
            let (browser, _) = try await site.bound(to: SoftwareDevice())
            let (other, _) = try await site.bound(to: SoftwareDevice())
            site.clock.advance(by: 121)
            let thief = browser.stolen()
            thief.cookies["__Host-session-device"] = other.cookies["__Host-session-device"]
            try await thief.expectRefused()
            try await browser.expectServed()
        }
    }
}
