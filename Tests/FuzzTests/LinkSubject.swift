import Foundation
import PageSupport

/// A task's text: its links are addresses that a browser follows to a host, and are the same wherever they stand.
struct LinkSubject: FuzzSubject {
    /// The ends of an address that mean something only in the text around it.
    private static let ends = ".,;:!?'".utf8

    var seeds: [[UInt8]] {
        [
            "see http://a.example/b_(c)?d=e#f, and (https://é.example:8443/).",
            "http://[::1]:3000/ HTTPS://例え.テスト/経路", "xhttp://a.example http://user@b.example/http://c.example",
            "http://a.example/{b}[c]'\u{3000}http://d.example!?",
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        let links = LinkScanner.links(in: text.span)
        var (pieces, end): ([UInt8], Int) = ([], 0)
        for link in links {
            guard end <= link.lowerBound, !link.isEmpty else { return "two links overlap" }
            pieces += text[end..<link.lowerBound] + text[link]
            end = link.upperBound
            if let fault = fault(inLink: Array(text[link])) { return fault }
        }
        return pieces + text[end...] == text ? nil : "the pieces aren't the text"
    }

    private func fault(inLink link: [UInt8]) -> String? {
        guard LinkScanner.links(in: link.span) == [link.indices] else { return "a link isn't one by itself" }
        let text = String(decoding: link, as: UTF8.self)
        guard Array(text.utf8) == link else { return "a link has half a character" }
        guard !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) else {
            return "a link has white space or a control character"
        }
        if let last = link.last, Self.ends.contains(last) { return "a link ends in punctuation" }
        guard let url = URLComponents(string: text) else {
            // Of names beyond ASCII not all are hosts, which the browser's rules decide (UTS #46).
            return link.allSatisfy { $0 < 0x80 } ? "a link is no URL" : nil
        }
        guard ["http", "https"].contains(url.scheme?.lowercased()) else { return "a link has another scheme" }
        guard url.host?.isEmpty == false else { return "a link has no host" }
        guard url.user == nil, url.password == nil else { return "a link has a user" }
        return nil
    }
}
