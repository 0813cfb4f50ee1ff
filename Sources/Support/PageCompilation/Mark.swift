/// A Swift expression, or another piece of Swift, in a template.
struct SwiftCode: Equatable {
    let text: String
    /// The position of its start in the template, in bytes.
    let offset: Int
}

/// The content between `{{` and `}}`.
enum Mark: Equatable {
    case value(SwiftCode)
    case asset(name: String)
    case partial(SwiftCode)
    case layout(SwiftCode)
    case content
    case `if`(SwiftCode)
    case elseIf(SwiftCode)
    case `else`
    case each(items: SwiftCode, item: SwiftCode)
    case end(block: String)
    case comment

    /// Whether a line with only this mark is removed.
    var isBlockMark: Bool {
        switch self {
        case .value, .asset, .partial, .content: false
        case .layout, .if, .elseIf, .else, .each, .end, .comment: true
        }
    }
}
