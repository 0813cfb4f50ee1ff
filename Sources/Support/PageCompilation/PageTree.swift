/// A part of a page as it will be written in Swift.
indirect enum Node: Equatable {
    case literal(String)
    case value(SwiftCode, ValuePlace)
    case branches([Branch])
    case each(items: SwiftCode, item: SwiftCode, [Node])
    case partial(SwiftCode)
    case layout(SwiftCode, [Node])
    case content

    struct Branch: Equatable {
        /// `nil` for `else`.
        let condition: SwiftCode?
        let nodes: [Node]
    }
}

/// A template that has been understood.
struct PageTree: Equatable {
    let nodes: [Node]
    /// Whether it has a place for another page's content.
    let isLayout: Bool
}

/// The places for a value; the raw value names the method of `HTML`.
enum ValuePlace: String {
    case text
    case attribute
    /// The start of a URL attribute's value.
    case url
    /// Inside a URL's path that the template started.
    case urlSegment
    /// Inside a URL's query or fragment that the template started.
    case urlComponent
}
