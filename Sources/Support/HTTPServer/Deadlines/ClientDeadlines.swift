package import NIOCore

/// Deadlines of a client.
///
/// A slower one is dropped, so that connections stay free for others.
///
/// Each is for its whole phase, so a client that sends a byte a second doesn't extend it. The unit is the event loops',
/// because each request sets several deadlines.
package struct ClientDeadlines: Sendable {
    /// From the opening of a connection, or from the first byte of a later request, to the end of the request's header
    /// fields.
    ///
    /// This includes the TLS handshake.
    package let headers: TimeAmount
    /// From the end of a request's header fields to the end of its body.
    package let body: TimeAmount
    /// Between two requests of a connection.
    package let idle: TimeAmount
    /// From the start of a response until the client has received all of it.
    package let response: TimeAmount
    /// For each further 16 KiB of a response, or for its rest.
    package let progress: TimeAmount
    /// The same while the server has so many unsent bytes that other clients wait.
    package let pressedProgress: TimeAmount
    /// How long a client that missed a deadline may still take to read that response.
    package let farewell: TimeAmount
    /// How long a dispensable response may take once the client has closed its half of the connection.
    package let hangUp: TimeAmount
    /// How long an idle connection of HTTP/2 stays open when the server stops.
    ///
    /// Meanwhile its client learns which requests were served: one that crosses the GOAWAY frame is refused.
    package let crossing: TimeAmount

    /// The deadlines of a server for browsers.
    package init(
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
