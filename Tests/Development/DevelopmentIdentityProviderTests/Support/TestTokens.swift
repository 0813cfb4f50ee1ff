import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore

/// The token response.
struct TestTokens: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        text = String(buffer: response.body)
    }

    subscript(name: String) -> String { (Self.object(Data(text.utf8))[name] as? String) ?? "" }

    func number(_ name: String) -> Int? { Self.object(Data(text.utf8))[name] as? Int }

    /// A claim of one of the tokens.
    func claim(_ name: String, of token: String = "id_token") -> String {
        Self.claims(self[token])[name] as? String ?? ""
    }

    /// The key that signed the ID token.
    var keyID: String? { Self.part(0, of: self["id_token"])["kid"] as? String }

    static func claims(_ token: String) -> [String: Any] { part(1, of: token) }

    private static func part(_ index: Int, of token: String) -> [String: Any] {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return [:] }
        let text = parts[index].replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)).map(object) ?? [:]
    }

    static func object(_ data: Data) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }
}
