/// Writes the Swift of one page.
///
/// Each line with an expression of the template's is preceded by `#sourceLocation` and moved to its column, so that the
/// compiler's messages lead into the template.
struct PageWriter {
    private let template: Template
    private var lines: [String] = []
    private var depth = 1

    static func extensionSource(of template: Template, tree: PageTree) -> String {
        var writer = PageWriter(template: template)
        let content = tree.isLayout ? ", content: (inout HTML) -> Void" : ""
        writer.at(offset: 0, "extension ", template.name, " {")
        writer.write("func render(into html: inout HTML\(content)) {")
        writer.nested(tree.nodes)
        writer.write("}")
        return (writer.lines + ["}", ""]).joined(separator: "\n")
    }

    private init(template: Template) {
        self.template = template
    }

    private mutating func nested(_ nodes: [Node]) {
        depth += 1
        for node in Self.merged(nodes) {
            write(node)
        }
        depth -= 1
    }

    private mutating func write(_ node: Node) {
        switch node {
        case .literal(let text):
            write("html.raw(\(SwiftLiteral.quoted(text)))")
        case .value(let code, let place):
            at(code, "html.\(place.rawValue)(", ")")
        case .partial(let code):
            at(code, "(", ").render(into: &html)")
        case .content:
            write("content(&html)")
        case .layout(let code, let nodes):
            at(code, "(", ").render(into: &html) { html in")
            nested(nodes)
            write("}")
        case .each(let items, let item, let nodes):
            at(items, "for \(item.text) in (", ") {")
            nested(nodes)
            write("}")
        case .branches(let branches):
            for (index, branch) in branches.enumerated() {
                if let condition = branch.condition {
                    at(condition, index == 0 ? "if " : "} else if ", " {")
                } else {
                    write("} else {")
                }
                nested(branch.nodes)
            }
            write("}")
        }
    }

    private mutating func at(_ code: SwiftCode, _ before: String, _ after: String) {
        at(offset: code.offset, before, code.text, after)
    }

    private mutating func at(offset: Int, _ before: String, _ code: String, _ after: String) {
        let (line, column) = template.position(of: offset)
        let padding = String(repeating: " ", count: max(0, column - 1 - before.utf8.count))
        // Swift doesn't interpret escapes in this path.
        lines.append("#sourceLocation(file: \"\(template.file)\", line: \(line))")
        lines.append(padding + before + code + after)
        lines.append("#sourceLocation()")
    }

    private mutating func write(_ line: String) {
        lines.append(String(repeating: "    ", count: depth) + line)
    }

    private static func merged(_ nodes: [Node]) -> [Node] {
        nodes.reduce(into: []) { merged, node in
            if case .literal(let next) = node, case .literal(let last) = merged.last {
                merged[merged.endIndex - 1] = .literal(last + next)
            } else {
                merged.append(node)
            }
        }
    }
}
