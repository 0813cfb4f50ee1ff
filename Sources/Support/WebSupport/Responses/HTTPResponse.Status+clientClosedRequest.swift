package import HTTPTypes

extension HTTPResponse.Status {
    /// The status in logs and metrics of a request whose client hung up before there was a response.
    ///
    /// No client gets it. It is no error of the server, so it must not be counted as one.
    package static let clientClosedRequest = Self(code: 499, reasonPhrase: "Client Closed Request")
}
