public import HTTPTypes

/// Why a call got no usable response.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A kind of fault.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// The call's time ran out.
        case timedOut
        /// No connection: the name is unknown, the port closed, the network down.
        case unreachable
        /// TLS failed, or the certificate does not verify.
        case insecure
        /// The connection broke, or the response was not HTTP.
        case broken
        /// The response has an ambiguous length, an unknown content coding, or a body that isn't in its coding.
        case invalidResponse
        /// The response's body has more bytes than the request allowed.
        case responseTooLarge
        /// The request can't be sent, for example because its scheme is neither `http` nor `https`.
        case invalidRequest
        /// The transport has been shut down.
        case shutDown
    }

    /// The kind of fault.
    public var kind: Kind
    /// The description for the log, without body and query.
    ///
    /// Of the header it has at most the names of content codings.
    public var description: String
    /// The final status, if the response's header is good and its body isn't.
    ///
    /// Such a body broke off, is too large or can't be decoded.
    public var status: HTTPResponse.Status?

    /// An error of a kind, with words for the log.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
