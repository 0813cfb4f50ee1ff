/// What a PEM file must hold at least one of (RFC 7468).
enum PEMContent: Sendable {
    case certificate, privateKey

    /// What is wrong with a file's text; `nil` where it has what it should.
    func problem(in text: String) -> String? {
        switch self {
        case .certificate: text.contains("-----BEGIN CERTIFICATE-----") ? nil : "holds no certificate in PEM"
        case .privateKey: text.contains("PRIVATE KEY-----") ? nil : "holds no private key in PEM"
        }
    }
}
