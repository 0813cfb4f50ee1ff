/// Deadlines of a client.
///
/// A slower one is dropped, so that connections stay free for others.
///
/// Each is for its whole phase, so a client that sends a byte a second doesn't extend it.
package struct ClientDeadlines: Sendable {
    /// From the opening of a connection, or from the first byte of a later request, to the end of the request's header
    /// fields.
    ///
    /// This includes the TLS handshake.
    package var headers: Duration
    /// From the end of a request's header fields to the end of its body.
    package var body: Duration
    /// Between two requests of a connection.
    package var idle: Duration
    /// From the start of a response until the client has received all of it.
    package var answer: Duration
    /// For each further 16 KiB of a response, or for its rest.
    package var progress: Duration
    /// The same while the server has so many unsent bytes that other clients wait.
    package var pressedProgress: Duration
    /// How long a client that missed a deadline may still take to read that response.
    package var farewell: Duration

    /// The deadlines of a server for browsers.
    package init(
        headers: Duration = .seconds(10), body: Duration = .seconds(30), idle: Duration = .seconds(60),
        answer: Duration = .seconds(60),
        progress: Duration = .seconds(10), pressedProgress: Duration = .seconds(2), farewell: Duration = .seconds(2)
    ) {
        self.headers = headers
        self.body = body
        self.idle = idle
        self.answer = answer
        self.progress = progress
        self.pressedProgress = pressedProgress
        self.farewell = farewell
    }
}
