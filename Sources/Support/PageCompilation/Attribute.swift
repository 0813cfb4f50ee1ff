/// The kind of an attribute's value, which decides what a value in it may be.
struct Attribute: Equatable {
    enum Kind: Equatable {
        case plain
        case url
        /// A script, a style sheet, a list of URLs, or a whole document: no escaping makes a value safe there.
        case closed
    }

    let name: String
    let kind: Kind

    /// - Parameters:
    ///   - name: The attribute's name in lower case.
    ///   - element: The element's name in lower case.
    ///   - others: The attributes that the tag had before.
    init(name: String, element: String, others: Set<String>) {
        self.name = name
        kind = Self.kind(of: name, element: element, others: others)
    }

    private static func kind(of name: String, element: String, others: Set<String>) -> Kind {
        switch (element, name) {
        case ("script", "src"), ("base", "href"), ("meta", "http-equiv"): .closed
        // `<meta http-equiv=refresh content=…>` leads elsewhere.
        case ("meta", "content") where others.contains("http-equiv"): .closed
        // SVG's animations write to any attribute, `href` among them.
        case ("animate", _), ("set", _), ("animatetransform", _), ("animatemotion", _): .closed
        case (_, "style"), (_, "srcset"), (_, "imagesrcset"), (_, "srcdoc"), (_, "ping"): .closed
        case _ where name.hasPrefix("on"): .closed
        case (_, "href"), (_, "src"), (_, "action"), (_, "formaction"), (_, "xlink:href"), (_, "poster"), (_, "cite"),
            (_, "data"),
            (_, "background"), (_, "manifest"), (_, "codebase"), (_, "longdesc"):
            .url
        default: .plain
        }
    }
}
