/// How long clients may take; slower ones are dropped, so that none can hold connections that others wait
/// for.
///
/// Each is for the whole of its phase: a client that sends a byte a second gains nothing by it.
package struct ClientDeadlines: Sendable {
    /// From the opening of a connection, or from the first byte of a later request, to the end of the request's header
    /// fields.
    ///
    /// The TLS handshake counts.
    package var headers: Duration
    /// From the end of a request's header fields to the end of its body.
    package var body: Duration
    /// Between two requests of a connection.
    package var idle: Duration
    /// From the beginning of an answer to when the client has taken the last of it from us.
    package var answer: Duration
    /// For each further 16 KiB of a response, or for its rest.
    package var progress: Duration
    /// The same while the server holds so many unsent bytes that other clients wait.
    package var pressedProgress: Duration
    /// How long a client that was too slow may still take to read that response.
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
