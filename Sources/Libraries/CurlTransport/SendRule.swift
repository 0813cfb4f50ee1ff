import CCurl
import HTTPTransport
import HTTPTypes

/// Decides whether a request may be sent on the connection that libcurl has chosen for it.
///
/// - On an idle connection the request is sent only if nothing has come since the last response, because such bytes
///   would be taken for the response to this request, although they may be another user's. libcurl itself looks only
///   now and then.
/// - A second time the request is sent only if its method is safe (RFC 9110, section 9.2.1), because even an idempotent
///   one may have another response the second time. If a reused connection breaks before a response, libcurl sends the
///   request on another one, and can't know whether the server has processed it.
struct SendRule {
    private let mayRepeat: Bool
    private let isSecure: Bool
    private var timesSent = 0
    private var newSockets: [curl_socket_t] = []
    private var wantsNewConnection = false
    /// Why the chosen connection was refused, if it was; then nothing was sent on it.
    private(set) var discarded: DiscardReason?

    init(_ request: TransportRequest) {
        let method = request.head.method
        mayRepeat = method == .get || method == .head || method == .options
        isSecure = request.head.scheme == "https"
    }

    /// Notes a socket that was opened for the request.
    mutating func note(newSocket: curl_socket_t) {
        newSockets.append(newSocket)
    }

    /// Whether libcurl may send the request now.
    ///
    /// - Parameter tlsMayHaveInput: Whether the TLS library may have bytes that libcurl has not taken.
    mutating func maySend(
        on ends: ConnectionSockets.Ends, of sockets: ConnectionSockets, tlsMayHaveInput: () -> Bool
    ) -> Bool {
        guard timesSent == 0 || mayRepeat else { return false }
        if let socket = newSockets.first(where: { ccurl_local_port($0) == ends.localPort }) {
            sockets.add(socket, ends)
        } else if wantsNewConnection {
            return false
        } else {
            discarded = sockets.fault(ends) ?? (isSecure && tlsMayHaveInput() ? .input : nil)
            guard discarded == nil else { return false }
        }
        timesSent += 1
        return true
    }

    /// Starts over with a new connection after one was refused.
    mutating func useNewConnection() {
        discarded = nil
        wantsNewConnection = true
    }
}
