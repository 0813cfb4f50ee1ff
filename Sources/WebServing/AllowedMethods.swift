import HTTPTypes

/// The methods that a router is told about.
enum AllowedMethods {
    /// Those of RFC 9110 and RFC 5789, but for CONNECT, which is for proxies.
    static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    /// The method that no route may take: TRACE would show a client's cookies to its scripts.
    static let takenByNone = HTTPRequest.Method.trace
}
