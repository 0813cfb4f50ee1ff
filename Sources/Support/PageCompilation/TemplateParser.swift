/// Builds the tree of a template and checks each mark against its place in HTML.
struct TemplateParser {
    private typealias Closer = (mark: Mark, offset: Int)

    private let template: Template
    /// The public path of each asset by its name.
    private let assetPaths: [String: String]
    private var tokens: ArraySlice<Token>
    private var context = HTMLContext()
    private var hasContent = false

    static func tree(of template: Template, assetPaths: [String: String]) throws(TemplateError) -> PageTree {
        var parser = TemplateParser(
            template: template, assetPaths: assetPaths, tokens: try TemplateScanner.tokens(of: template)[...])
        return try parser.parse()
    }

    private init(template: Template, assetPaths: [String: String], tokens: ArraySlice<Token>) {
        self.template = template
        self.assetPaths = assetPaths
        self.tokens = tokens
    }

    private mutating func parse() throws(TemplateError) -> PageTree {
        let (nodes, closer) = try nodes()
        if let closer { throw template.error("this mark belongs to no block that is open here", at: closer.offset) }
        guard context.isAtEnd else {
            throw template.error(
                "the template ends \(context.whereabouts), but must end in text", at: template.bytes.endIndex)
        }
        return PageTree(nodes: nodes, isLayout: hasContent)
    }

    /// The nodes up to the mark that ends the current block or one of its branches.
    private mutating func nodes() throws(TemplateError) -> ([Node], closer: Closer?) {
        var nodes: [Node] = []
        while let token = tokens.popFirst() {
            switch token {
            case .literal(let range):
                let literal = template.bytes[range]
                let beginsLine = range.lowerBound > 0 && template.bytes[range.lowerBound - 1] == UInt8(ascii: "\n")
                let text = TextIndentation.removed(
                    from: literal, text: try advance(over: literal), beginsLine: beginsLine)
                if !text.isEmpty { nodes.append(.literal(String(decoding: text, as: UTF8.self))) }
            case .mark(let mark, let offset):
                switch mark {
                case .else, .elseIf, .end: return (nodes, (mark, offset))
                case .comment:
                    context = try check(at: offset) { context throws(HTMLError) in try context.atBlockMark() }
                default: nodes.append(try node(of: mark, at: offset))
                }
            }
        }
        return (nodes, nil)
    }

    private mutating func node(of mark: Mark, at offset: Int) throws(TemplateError) -> Node {
        switch mark {
        case .value(let code):
            let (after, place) = try check(at: offset) { context throws(HTMLError) in
                var after = context
                let place = try after.takeValue()
                return (after, place)
            }
            context = after
            return .value(code, place)
        case .asset(let name):
            guard let path = assetPaths[name] else {
                throw template.error("there is no public file '\(name)'", at: offset)
            }
            try check(at: offset) { context throws(HTMLError) in try context.checkConstant() }
            try advance(over: Array(path.utf8)[...], at: offset)
            return .literal(path)
        case .partial(let code):
            try check(at: offset) { context throws(HTMLError) in try context.checkTemplate() }
            return .partial(code)
        case .content:
            try check(at: offset) { context throws(HTMLError) in try context.checkTemplate() }
            guard !hasContent else { throw template.error("a layout has its content but once", at: offset) }
            hasContent = true
            return .content
        case .layout(let code):
            try check(at: offset) { context throws(HTMLError) in try context.checkTemplate() }
            let (nodes, _, end) = try block("layout", from: offset)
            guard end.isAtEnd else { throw template.error("the layout's block ends \(end.whereabouts)", at: offset) }
            return .layout(code, nodes)
        case .each(let items, let item):
            let (nodes, start, end) = try block("each", from: offset)
            guard HTMLContext.join(start, end) == start else {
                throw template.error(
                    "the block of #each does not end where it began in HTML: \(start.whereabouts)", at: offset)
            }
            context = start
            return .each(items: items, item: item, nodes)
        case .if(let condition):
            return try branches(condition, from: offset)
        case .else, .elseIf, .end, .comment:
            throw template.error("this mark belongs to no block that is open here", at: offset)
        }
    }

    /// The content of a block without branches, and the contexts at its start and its end.
    private mutating func block(_ name: String, from offset: Int) throws(TemplateError) -> (
        [Node], start: HTMLContext, end: HTMLContext
    ) {
        let start = try atBlockMark(offset)
        context = start
        let (nodes, closer) = try nodes()
        guard let closer else {
            throw template.error("the block of #\(name) is never closed by {{/\(name)}}", at: offset)
        }
        guard closer.mark == .end(block: name) else {
            throw template.error(
                "{{/\(name)}} is expected here, for the block of line \(template.position(of: offset).line)",
                at: closer.offset)
        }
        return (nodes, start, try atBlockMark(closer.offset))
    }

    private mutating func branches(_ first: SwiftCode, from offset: Int) throws(TemplateError) -> Node {
        let start = try atBlockMark(offset)
        var condition: SwiftCode? = first
        var branches: [Node.Branch] = []
        var joined: HTMLContext?
        while true {
            context = start
            let (nodes, closer) = try nodes()
            guard let closer else { throw template.error("the block of #if is never closed by {{/if}}", at: offset) }
            branches.append(Node.Branch(condition: condition, nodes: nodes))
            let end = try atBlockMark(closer.offset)
            joined = try join(joined ?? end, end, at: closer.offset)
            switch closer.mark {
            case .elseIf(let next) where condition != nil:
                condition = next
            case .else where condition != nil:
                condition = nil
            case .end(block: "if"):
                // Without `else` no branch may be taken.
                context = try join(joined ?? end, condition == nil ? end : start, at: closer.offset)
                return .branches(branches)
            default:
                throw template.error(
                    "{{/if}} is expected here, for the block of line \(template.position(of: offset).line)",
                    at: closer.offset)
            }
        }
    }

    private func join(_ one: HTMLContext, _ other: HTMLContext, at offset: Int) throws(TemplateError) -> HTMLContext {
        guard let joined = HTMLContext.join(one, other) else {
            throw template.error(
                "the branches end at different places in HTML: one \(one.whereabouts), another \(other.whereabouts)",
                at: offset)
        }
        return joined
    }

    private func atBlockMark(_ offset: Int) throws(TemplateError) -> HTMLContext {
        try check(at: offset) { context throws(HTMLError) in try context.atBlockMark() }
    }

    /// Follows a literal.
    ///
    /// - Returns: The ranges of text in it whose white space collapses.
    @discardableResult
    private mutating func advance(over literal: ArraySlice<UInt8>, at offset: Int? = nil) throws(TemplateError)
        -> [Range<Int>]
    {
        do {
            let (after, collapsing) = try HTMLTokenizer.follow(literal, from: context)
            context = after
            return collapsing
        } catch {
            throw template.error(error.message, at: offset ?? error.offset ?? literal.startIndex)
        }
    }

    @discardableResult
    private func check<Result>(at offset: Int, _ rule: (HTMLContext) throws(HTMLError) -> Result) throws(TemplateError)
        -> Result
    {
        do {
            return try rule(context)
        } catch {
            throw template.error(error.message, at: offset)
        }
    }
}
