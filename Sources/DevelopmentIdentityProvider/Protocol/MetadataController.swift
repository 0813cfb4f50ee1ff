import Hummingbird

/// The discovery documents and the key set.
struct MetadataController: Sendable {
    let urls: ProviderURLs
    let key: SigningKey

    func metadata(_ address: FlowAddress) throws -> Response {
        try Answer.json(Metadata(of: address.flow, address.style, urls))
    }

    func keys() throws -> Response {
        try Answer.json(PublicKeySet(keys: [key.publicKey]))
    }
}
