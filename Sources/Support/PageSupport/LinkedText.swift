/// A text with web addresses, which are links on a page.
package struct LinkedText: Sendable {
    private let text: String
    /// The places of the addresses in the text's UTF-8.
    private let links: [Range<Int>]

    /// - Returns: `nil` if the text has no address, as most.
    package init?(_ text: String) {
        links = LinkScanner.links(in: text.utf8.span)
        guard !links.isEmpty else { return nil }
        self.text = text
    }

    fileprivate func append(to html: inout HTML) {
        let utf8 = text.utf8.span
        var end = 0
        for link in links {
            html.append(escaping: utf8.extracting(end..<link.lowerBound))
            // The direction is set, so that text around an address doesn't reorder its parts (UAX #9, section 2.4).
            html.raw("<a dir=ltr rel=\"noopener noreferrer nofollow\" href=\"")
            html.append(escaping: utf8.extracting(link))
            html.raw("\">")
            html.append(escaping: utf8.extracting(link))
            html.raw("</a>")
            end = link.upperBound
        }
        html.append(escaping: utf8.extracting(end..<utf8.count))
    }
}

extension HTML {
    /// Appends a text and its links.
    package mutating func text(_ value: LinkedText) {
        value.append(to: &self)
    }
}
