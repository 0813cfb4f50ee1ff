import HTTPTransport

/// A response that isn't what a test needs to go on.
public struct WebPageError: Error, CustomStringConvertible {
    /// The status, the path, the fault with its remedy, and the start of the response.
    public let description: String

    /// An error for a response.
    ///
    /// - Parameter fault: The rest of a sentence that starts with the status and the path.
    public init(_ page: WebPage, _ fault: String) {
        let content = page.error ?? page.location ?? String(page.text.prefix(200))
        description = "\(page.status) at \(page.url.path) \(fault): \(content)"
    }
}
