/// An error of a store with a reason that any client may read: without an address, a path, or words of the server.
package protocol StoreFault: Error {
    /// The fault, in a few words.
    var publicReason: String { get }
}
