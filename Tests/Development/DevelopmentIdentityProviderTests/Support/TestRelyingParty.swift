import Crypto
import DevelopmentIdentityProvider
import Foundation
import HTTPTransport
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SiteTesting

/// The registered client, as far as these tests need one.
struct TestRelyingParty: Sendable {
    static let clientID = "0b3c1a52-client"
    static let secret = "a secret: with/odd+characters"
    static let redirectURI = "http://localhost:3000/auth/openid/return"
    static let postLogoutRedirectURI = "http://localhost:3000/signed-out"
    static let verifier = "a-verifier-that-is-long-enough-0123456789abcdef"
    static let issuer = "http://localhost:3001/6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154/v2.0/"

    let wire: any TestClientProtocol

    static var challenge: String { encode(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    static func path(_ flow: UserFlow, _ endpoint: String) -> String {
        "/dev.example/\(flow.rawValue)/oauth2/v2.0/\(endpoint)"
    }

    /// An authorization request; a change to an empty value leaves the parameter out.
    func authorizationURL(_ flow: UserFlow, _ changes: [String: String] = [:]) -> String {
        let parameters = [
            "client_id": Self.clientID, "redirect_uri": Self.redirectURI, "response_type": "code", "state": "the state",
            "nonce": "the-nonce",
            "scope": "openid profile offline_access \(Self.clientID)", "code_challenge": Self.challenge,
            "code_challenge_method": "S256",
        ].merging(changes) { $1 }
        let form = FormBody(parameters.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) })
        return "\(Self.path(flow, "authorize"))?\(form.encoded)"
    }

    /// Signs in as Alice, be it silently, and gives the code.
    func code(_ browser: Browser, _ changes: [String: String] = [:]) async throws -> String {
        var page = try await browser.get(authorizationURL(.signIn, changes))
        if page.status == 200 {
            page = try await browser.submit(page, ["email": "alice@dev.example", "password": "latchkey"])
        }
        return page.response[single: "code"] ?? ""
    }

    func redeem(_ code: String, _ flow: UserFlow = .signIn, _ changes: [String: String] = [:]) async throws
        -> TestTokens
    {
        let form = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirectURI,
            "code_verifier": Self.verifier,
        ]
        return try await token(flow, form.merging(changes) { $1 })
    }

    func refresh(_ token: String, _ flow: UserFlow = .signIn) async throws -> TestTokens {
        try await self.token(flow, ["grant_type": "refresh_token", "refresh_token": token])
    }

    /// Sends a token request, authenticated by HTTP Basic by default.
    func token(_ flow: UserFlow, _ form: [String: String], authorization: String? = basic()) async throws -> TestTokens
    {
        try await post(Self.path(flow, "token"), form, authorization: authorization)
    }

    func post(_ path: String, _ form: [String: String], authorization: String? = basic()) async throws -> TestTokens {
        var headers: HTTPFields = [.contentType: FormBody.contentType]
        headers[.authorization] = authorization
        let body = FormBody(form.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }).encoded
        return TestTokens(
            try await wire.executeRequest(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)))
    }

    static func basic(_ clientID: String = clientID, _ secret: String = secret) -> String {
        "Basic " + Data("\(FormBody.encode(clientID)):\(FormBody.encode(secret))".utf8).base64EncodedString()
    }

    static func encode(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
