import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import TasksWeb

/// The paths that templates have as constants, because a page is the cheaper for it.
@Suite struct TemplatePathTests {
    private struct Link: Hashable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String

        var description: String { "\(method) \(path)" }
    }

    private static func links() throws -> Set<Link> {
        let folder = Checkout["Templates/TasksWeb"]
        var links: Set<Link> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let source = try String(contentsOf: file, encoding: .utf8)
                .replacing(#/\{\{[#\/].*?\}\}/#, with: " ").replacing(#/\{\{.*?\}\}/#, with: "id")
            for match in source.matches(of: #/<(a|form|button) [^>]*?(?:href|action)="?(\/[^">? ]*)[^>]*>/#) {
                // A button's form posts, whichever it is.
                let isPost = match.1 == "button" || match.1 == "form" && match.0.contains("method=post")
                links.insert(Link(method: isPost ? .post : .get, path: String(match.2)))
            }
        }
        return links
    }

    @Test("Each path of the templates leads to a route") func known() async throws {
        let site = try TestSite(policies: [.signIn: "in", .profileEdit: "edit"])
        let routes = Set(
            site.web.buildRouter().routes.map {
                Link(method: $0.method, path: "\($0.path)".replacing(#/\{.*?\}/#, with: "id"))
            })
        let links = try Self.links()
        #expect(links.count >= 12, "the templates are found")
        #expect(links.subtracting(routes) == [])
    }
}
