import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect

/// A provider in this process, with one key, whose responses are made beforehand.
struct LocalProvider: Transport {
    enum Algorithm: String, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    static let clientID = "benchmark"
    static let redirectURI = "https://app.example/return"
    static let nonce = "nonce"

    let authority: Authority
    /// Tokens of about 900 bytes, as the benchmark of the tasks API sends them.
    let accessTokens: [String]
    private let metadata: TransportResponse
    private let keys: TransportResponse
    private let tokens: TransportResponse

    init(_ key: SigningKey) throws {
        let issuer = "https://id.example"
        authority = try Authority(issuer)
        let now = Int(Date().timeIntervalSince1970)
        let common =
            #""iss":"\#(issuer)","sub":"benchmark","aud":"\#(Self.clientID)","iat":\#(now),"exp":\#(now + 86400)"#
        let groups = String(repeating: "x", count: 430)
        accessTokens = try (0..<1000).map { try key.token(#"{\#(common),"groups":"\#(groups)","jti":"\#($0)"}"#) }
        let idToken = try key.token(#"{\#(common),"nonce":"\#(Self.nonce)","name":"Somebody"}"#)
        metadata = Self.json(
            """
            {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token",\
            "jwks_uri":"\(issuer)/keys"}
            """)
        keys = Self.json(#"{"keys":[\#(try key.jwk)]}"#)
        tokens = Self.json(
            """
            {"token_type":"Bearer","expires_in":86400,"access_token":"\(accessTokens[0])","id_token":"\(idToken)",\
            "refresh_token":"refresh"}
            """)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        switch request.head.path ?? "" {
        case "/keys": keys
        case "/token": tokens
        default: metadata
        }
    }

    private static func json(_ text: String) -> TransportResponse {
        TransportResponse(status: .ok, headerFields: [.contentType: "application/json"], body: Array(text.utf8))
    }
}

/// A key that a provider signs with.
enum SigningKey {
    case rs256(_RSA.Signing.PrivateKey)
    case es256(P256.Signing.PrivateKey)

    init(_ algorithm: LocalProvider.Algorithm) throws {
        switch algorithm {
        case .rs256: self = .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        case .es256: self = .es256(P256.Signing.PrivateKey())
        }
    }

    /// The public key as a member of a key set (RFC 7517).
    var jwk: String {
        get throws {
            switch self {
            case .rs256(let key):
                let numbers = try key.publicKey.getKeyPrimitives()
                let (n, e) = (Self.base64URL(numbers.modulus), Self.base64URL(numbers.publicExponent))
                return #"{"kty":"RSA","kid":"one","n":"\#(n)","e":"\#(e)"}"#
            case .es256(let key):
                let point = key.publicKey.rawRepresentation
                let (x, y) = (Self.base64URL(point.prefix(32)), Self.base64URL(point.suffix(32)))
                return #"{"kty":"EC","crv":"P-256","kid":"one","x":"\#(x)","y":"\#(y)"}"#
            }
        }
    }

    /// A JWT with these claims (RFC 7515, section 3.1).
    func token(_ claims: String) throws -> String {
        let header = #"{"alg":"\#(algorithm.rawValue)","kid":"one","typ":"JWT"}"#
        let text = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        return "\(text).\(Self.base64URL(try signature(of: Array(text.utf8))))"
    }

    func signature(of bytes: [UInt8]) throws -> Data {
        switch self {
        case .rs256(let key): try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
        case .es256(let key): try key.signature(for: bytes).rawRepresentation
        }
    }

    private var algorithm: LocalProvider.Algorithm {
        switch self {
        case .rs256: .rs256
        case .es256: .es256
        }
    }

    private static func base64URL(_ data: Data) -> String { Base64URL.encode(Array(data)) }
}
