import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird

/// How a client authenticates: by HTTP Basic or in the form, never both (RFC 6749, section 2.3.1).
struct ClientAuthenticator: Sendable {
    static let methods = ["client_secret_basic", "client_secret_post"]

    let registration: Registration

    /// Throws unless the request is the registered client's.
    func check(_ request: Request, _ parameters: Parameters) throws(OAuthError) {
        let clientID: String?
        let secret: String?
        if let header = request.headers[.authorization] {
            guard parameters["client_secret"] == nil else {
                throw OAuthError(.invalidRequest, "The client authenticates in two ways at once.")
            }
            (clientID, secret) = Self.basic(header) ?? (nil, nil)
            guard parameters["client_id"] == nil || parameters["client_id"] == clientID else {
                throw OAuthError(.invalidRequest, "The client_id isn't the one that authenticates.")
            }
        } else {
            (clientID, secret) = (parameters["client_id"], parameters["client_secret"])
        }
        guard let clientID, clientID == registration.clientID, let secret, registration.accepts(secret: secret) else {
            throw OAuthError(
                .invalidClient, "AADB2C90081: The client is unknown, or its secret is not the one that is registered.")
        }
    }

    private static func basic(_ header: String) -> (String?, String?)? {
        let words = header.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])),
            let text = String(validating: data, as: UTF8.self)
        else { return nil }
        // Both halves are encoded as a form is.
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let form = FormBody(parsing: "id=\(halves[0])&secret=\(halves[1])") else { return nil }
        return (form[single: "id"], form[single: "secret"])
    }
}
