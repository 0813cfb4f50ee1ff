import Crypto
import CryptoExtras
import FoundationEssentials
import HTTPTransport
import OpenIDConnect

/// Verifying tokens of one algorithm.
func tokenLoops(_ algorithm: LocalProvider.Algorithm) async throws -> [TimedLoop] {
    let (name, key) = (algorithm.rawValue, try SigningKey(algorithm))
    let provider = try LocalProvider(key)
    let verifier = AccessTokenVerifier(
        authority: provider.authority, audience: LocalProvider.clientID, transport: provider)
    let client = RelyingParty(
        configuration: RelyingPartyConfiguration(
            authority: provider.authority, clientID: LocalProvider.clientID, redirectURI: LocalProvider.redirectURI),
        transport: provider)
    let (_, begun) = try await client.begin(SignInRequest())
    let attempt = SignInAttempt(
        state: begun.state, nonce: LocalProvider.nonce, codeVerifier: begun.codeVerifier, policy: nil,
        issuer: begun.issuer, started: begun.started, maxAge: nil)
    let response = try AuthorizationResponse(parsing: FormBody([("state", attempt.state), ("code", "code")]))
    return [
        try signatureLoop(key, "\(name) signature of 830 bytes, by swift-crypto alone"),
        TimedLoop("verify an access token, \(name)") { [token = provider.accessToken] count in
            for _ in 0..<count { _ = try await verifier.verify(token) }
        },
        TimedLoop("verify an access token, \(name), 32 callers", callers: 32) { [token = provider.accessToken] _ in
            _ = try await verifier.verify(token)
        },
        TimedLoop("parse a token response and verify its ID token, \(name)") { count in
            for _ in 0..<count { _ = try await client.finish(attempt, response) }
        },
    ]
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
