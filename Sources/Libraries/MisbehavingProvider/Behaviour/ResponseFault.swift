/// A fault of an endpoint's response.
///
/// More cases may come in a minor version: switch with a `default`.
public enum ResponseFault: Sendable, Equatable {
    /// Status 500 with an OAuth error.
    case serverError
    /// Status 404.
    case notFound
    /// Status 200 with a page of HTML.
    case html
    /// Waits that long, and then sends the correct response.
    case slow(Duration)
    /// Breaks the connection in the middle of the response.
    case dropped
    /// Status 200 with five million bytes of JSON.
    case huge
    /// Status 200 with a JSON array.
    case array
    /// Status 200 with an empty body.
    case empty
    /// Status 200 with the first half of a JSON object.
    case truncated
    /// Status 307 to another place.
    case redirect(String)

    /// The faults without a usable response, except for ``slow(_:)`` and ``redirect(_:)``.
    public static let unusable: [ResponseFault] = [
        .serverError, .notFound, .html, .dropped, .huge, .array, .empty, .truncated,
    ]
}
