import Crypto
import CryptoExtras
import FoundationEssentials
import HTTPTransport
import OpenIDConnect
import Synchronization

/// Verifying tokens of one algorithm.
func tokenLoops(_ algorithm: LocalProvider.Algorithm) async throws -> [TimedLoop] {
    let (name, key) = (algorithm.rawValue, try SigningKey(algorithm))
    let provider = try LocalProvider(key)
    let (verifier, unseen) = (provider.verifier, UnseenTokens(provider))
    let client = RelyingParty(
        configuration: RelyingPartyConfiguration(
            authority: provider.authority, clientID: LocalProvider.clientID, redirectURI: LocalProvider.redirectURI),
        transport: provider)
    let pending = try await client.startSignIn(SignInRequest()).attempt
    let attempt = SignInAttempt(
        state: pending.state, nonce: LocalProvider.nonce, codeVerifier: pending.codeVerifier, policy: nil,
        issuer: pending.issuer, started: pending.started, maxAge: nil)
    let response = try AuthorizationResponse(parsing: FormBody([("state", attempt.state), ("code", "code")]))
    return [
        try signatureLoop(key, "\(name) signature of 830 bytes, by swift-crypto alone"),
        TimedLoop("verify an access token, \(name)") { count in
            for _ in 0..<count { try await unseen.verifyNext() }
        },
        TimedLoop("verify an access token, \(name), 32 callers", callers: 32) { _ in try await unseen.verifyNext() },
        TimedLoop("verify an access token again, \(name), 32 callers", callers: 32) { _ in
            _ = try await verifier.verify(provider.accessTokens[0])
        },
        TimedLoop("parse a token response and verify its ID token, \(name)") { count in
            for _ in 0..<count { _ = try await client.finish(attempt, response) }
        },
    ]
}

/// Gives each access token to a verifier once.
///
/// After the last token comes a new verifier, so one call in a thousand fetches metadata and keys as well.
private final class UnseenTokens: Sendable {
    private let provider: LocalProvider
    private let next: Mutex<(number: Int, verifier: AccessTokenVerifier)>

    init(_ provider: LocalProvider) {
        self.provider = provider
        next = Mutex((0, provider.verifier))
    }

    func verifyNext() async throws {
        let (token, verifier) = next.withLock { next in
            if next.number == provider.accessTokens.count { next = (0, provider.verifier) }
            defer { next.number += 1 }
            return (provider.accessTokens[next.number], next.verifier)
        }
        _ = try await verifier.verify(token)
    }
}

extension LocalProvider {
    fileprivate var verifier: AccessTokenVerifier {
        AccessTokenVerifier(authority: authority, audience: Self.clientID, transport: self)
    }
}

/// Verifying nothing but a signature, by a key that is made once.
private func signatureLoop(_ key: SigningKey, _ name: String) throws -> TimedLoop {
    let signed = [UInt8](repeating: 0x78, count: 830)
    let signature = try key.signature(of: signed)
    let isValid: @Sendable () throws -> Bool
    switch key {
    case .rs256(let key):
        let (key, signature) = (key.publicKey, _RSA.Signing.RSASignature(rawRepresentation: signature))
        isValid = { key.isValidSignature(signature, for: signed, padding: .insecurePKCS1v1_5) }
    case .es256(let key):
        let key = key.publicKey
        isValid = { key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: signed) }
    }
    return TimedLoop(name) { count in
        for _ in 0..<count {
            guard try isValid() else { throw BenchmarkError("the signature isn't valid") }
        }
    }
}
