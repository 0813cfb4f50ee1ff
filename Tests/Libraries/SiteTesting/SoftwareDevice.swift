import Crypto
package import Encodings
import HTTPTypes
package import OpenIDConnectTesting
import WebSupport

/// A device's key in memory, and what a browser does with it (W3C Device Bound Session Credentials).
package struct SoftwareDevice: Sendable {
    private let key = P256.Signing.PrivateKey()

    package init() {}

    /// The public key.
    package var jwk: JSONObject {
        let point = Array(key.publicKey.rawRepresentation)
        return [
            "kty": .string("EC"), "crv": .string("P-256"), "x": .string(Base64URL.encode(Array(point[..<32]))),
            "y": .string(Base64URL.encode(Array(point[32...]))),
        ]
    }

    /// A proof of the key, with which it is registered or its session renewed.
    package func proof(_ challenge: String, registering: Bool = false) throws -> String {
        var header: JSONObject = ["typ": .string("dbsc+jwt"), "alg": .string("ES256")]
        if registering { header.members.append(.init("jwk", .object(jwk))) }
        return try signed(header, ["jti": .string(challenge)])
    }

    /// A JWT of the key's, whatever it says.
    package func signed(_ header: JSONObject, _ payload: JSONObject) throws -> String {
        let input = [header, payload].map { Base64URL.encode(Array(JSONValue.object($0).text.utf8)) }
            .joined(separator: ".")
        let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
        return "\(input).\(Base64URL.encode(Array(signature)))"
    }
}

extension Browser {
    /// Registers a device's key as the response of a sign-in offers it.
    ///
    /// - Returns: The response, and the name of the binding.
    @discardableResult
    package func register(_ device: SoftwareDevice, after page: WebPage) async throws -> WebPage {
        guard let field = page.headers[.secureSessionRegistration], let path = Self.parameter("path", of: field),
            let challenge = Self.parameter("challenge", of: field)
        else { throw WebPageError(page, "offers no registration") }
        return try await send(
            .post, path,
            [
                .secFetchSite: "same-origin", .secFetchMode: "no-cors",
                .secureSessionResponse: "\"\(try device.proof(challenge, registering: true))\"",
            ])
    }

    /// Proves a device's key by the challenge of an earlier response.
    package func prove(_ device: SoftwareDevice, after page: WebPage) async throws -> WebPage {
        guard let field = page.headers[.secureSessionChallenge], let id = Self.parameter("id", of: field) else {
            throw WebPageError(page, "has no challenge")
        }
        let challenge = String(field.dropFirst().prefix { $0 != "\"" })
        return try await send(
            .post, "/sign-in/device/refresh",
            [
                .secFetchSite: "same-origin", .secFetchMode: "no-cors", .secSecureSessionID: "\"\(id)\"",
                .secureSessionResponse: "\"\(try device.proof(challenge))\"",
            ])
    }

    /// A parameter of a structured field, which is a string.
    private static func parameter(_ name: String, of field: String) -> String? {
        field.split(separator: ";\(name)=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
}
