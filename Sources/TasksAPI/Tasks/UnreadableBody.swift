/// A request's body that broke off, for a reason that the connection knows.
struct UnreadableBody: Error {
    let reason: any Error
}
