/// Why a development identity provider can't start.
public struct ProviderSetupError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Sendable {
        /// The base URL isn't an `http` or `https` URL of a loopback host alone.
        case baseURL
        /// A reply URL isn't an absolute `http` or `https` URL.
        case redirectURI
        /// The data directory, or a file in it, can't be read or written.
        case dataDirectory
    }

    /// What is wrong.
    public let kind: Kind
    /// One sentence for the person who starts the provider.
    public let description: String
}
