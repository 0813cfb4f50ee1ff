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
