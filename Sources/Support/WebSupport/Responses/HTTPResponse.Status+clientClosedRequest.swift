package import HTTPTypes

extension HTTPResponse.Status {
    /// The status in logs and metrics of a request whose client hung up before there was a response.
    ///
    /// No client gets this status. Metrics must not count it as an error of the server.
    package static let clientClosedRequest = Self(code: 499, reasonPhrase: "Client Closed Request")
}
