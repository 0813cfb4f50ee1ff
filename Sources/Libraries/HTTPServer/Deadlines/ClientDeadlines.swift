import NIOCore

/// How long a client may take.
///
/// A slower one is dropped, so that connections stay free for others. Each deadline is for its whole phase, so a client
/// that sends a byte a second doesn't extend it.
public struct ClientDeadlines: Sendable {
    // The unit is the event loops', because each request sets several deadlines.
    let headers: TimeAmount
    let body: TimeAmount
    let idle: TimeAmount
    let response: TimeAmount
    let progress: TimeAmount
    let pressedProgress: TimeAmount
    let farewell: TimeAmount
    let hangUp: TimeAmount
    let crossing: TimeAmount

    /// The deadlines of a server for browsers.
    ///
    /// - Parameters:
    ///   - headers: From the opening of a connection, with the TLS handshake, or from the first byte of a later
    ///     request, to the end of the request's header fields. Then the response is 408 if a request has started (RFC
    ///     9110, section 15.5.9), and the connection is closed.
    ///   - body: From the end of a request's header fields to the end of its body. Then the response is 408, unless it
    ///     has started, and the connection is closed or the stream reset.
    ///   - idle: Between two requests of a connection. Then the connection is closed, over HTTP/2 after GOAWAY (RFC
    ///     9113, section 6.8).
    ///   - response: From the start of a response until the client has received all of it, without the time in which it
    ///     has received all that is made so far. It starts again after each 256 KiB that the client has received,
    ///     unless `ServerLimits`' `unsentBytes` is reached. Then the connection is closed or the stream reset.
    ///   - progress: The same for each further 16 KiB of a response, or for its rest.
    ///   - pressedProgress: The same while `ServerLimits`' `unsentBytes` is reached, so that other clients wait.
    ///   - farewell: How long a client that missed a deadline, or was refused, may still take to read the response.
    ///   - hangUp: How long work on a dispensable response goes on once the client has closed its half of the
    ///     connection.
    ///   - crossing: How long an idle connection of HTTP/2 stays open when the server stops. Meanwhile its client
    ///     learns which requests were served: one that crosses the GOAWAY frame is refused.
    public init(
        headers: Duration = .seconds(10), body: Duration = .seconds(30), idle: Duration = .seconds(60),
        response: Duration = .seconds(60),
        progress: Duration = .seconds(10), pressedProgress: Duration = .seconds(2), farewell: Duration = .seconds(2),
        hangUp: Duration = .milliseconds(250), crossing: Duration = .milliseconds(250)
    ) {
        self.headers = TimeAmount(headers)
        self.body = TimeAmount(body)
        self.idle = TimeAmount(idle)
        self.response = TimeAmount(response)
        self.progress = TimeAmount(progress)
        self.pressedProgress = TimeAmount(pressedProgress)
        self.farewell = TimeAmount(farewell)
        self.hangUp = TimeAmount(hangUp)
        self.crossing = TimeAmount(crossing)
    }
}
