import HTTPTypes
import Hummingbird

/// The methods that a router has responses for.
enum AllowedMethods {
    /// The methods of RFC 9110 and RFC 5789, without CONNECT, which is for proxies.
    static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    /// OpenTelemetry's name for all others, because a client could make up any number of them.
    static let other = HTTPRequest.Method("_OTHER") ?? .trace

    /// The method if it is known, else ``other``.
    static func counted(_ method: HTTPRequest.Method) -> HTTPRequest.Method { isKnown(method) ? method : other }

    static func isKnown(_ method: HTTPRequest.Method) -> Bool { known.contains(method) }
}

extension Router {
    /// Responds with 405 and `Allow` to unsupported methods of known paths.
    ///
    /// A path with GET also has HEAD, which the router's option `autoGenerateHeadEndpoints` adds.
    func refuseOtherMethods() {
        for (path, known) in Dictionary(grouping: routes, by: { "\($0.path)" }) {
            let gets = known.first { $0.method == .get }
            var taken = Set(known.map(\.method))
            if gets != nil { taken.insert(.head) }
            let allow = taken.map(\.rawValue).sorted().joined(separator: ", ")
            for method in AllowedMethods.known + [AllowedMethods.other] where !taken.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw HTTPError(.methodNotAllowed, headers: [.allow: allow])
                }
            }
        }
    }
}

extension Request {
    /// The request with ``AllowedMethods/other`` as its method, so that a known path responds with 405.
    func withUnknownMethodReplaced() -> Request {
        var head = head
        head.method = AllowedMethods.other
        return Request(head: head, body: body)
    }
}
