/// The places where a value may stand, each with its own method of `HTML`, named by the raw value.
enum ValuePlace: String {
    case text
    case attribute
    /// The beginning of a URL attribute's value.
    case url
    /// Inside a URL's path that the template began.
    case urlSegment
    /// Inside a URL's query or fragment that the template began.
    case urlComponent
}
