import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import WebSupport

@Suite struct NavigationTests {
    private func isNavigation(_ fields: HTTPFields) -> Bool { Request.get("/tasks", fields).isNavigation }

    @Test(
        "Sec-Fetch-Mode says what is a navigation",
        arguments: [
            ("navigate", true), ("cors", false), ("no-cors", false), ("same-origin", false), ("websocket", false),
            ("nested-navigate", false),
            ("Navigate", false), ("", false), ("navigate, cors", false),
        ])
    func mode(_ mode: String, _ expected: Bool) {
        #expect(isNavigation([.secFetchMode: mode]) == expected)
        #expect(isNavigation([.secFetchMode: mode, .accept: "text/html"]) == expected)
        #expect(!isNavigation([.secFetchMode: mode, .accept: "application/json"]))
    }

    @Test(
        "A prefetch is no navigation, whatever its other fields say",
        arguments: [
            ("prefetch", false), ("prefetch;prerender", false), ("prefetch;anonymous-client-ip", false), ("", true),
        ])
    func purpose(_ purpose: String, _ expected: Bool) {
        #expect(isNavigation([.secPurpose: purpose]) == expected)
        #expect(isNavigation([.secPurpose: purpose, .secFetchMode: "navigate", .accept: "text/html"]) == expected)
    }

    @Test(
        "A prefetch by an earlier field is no navigation either",
        arguments: [
            (.purpose, "prefetch", false), (.purpose, "PREFETCH", false), (.purpose, "preview", true),
            (.xMoz, "prefetch", false), (.xMoz, "Prefetch", false), (.xMoz, "preview", true),
            (.xPurpose, "prefetch", false), (.xPurpose, "preview", false), (.xPurpose, "Preview", false),
            (.xPurpose, "", true), (.secPurpose, "Prefetch", false),
        ] as [(HTTPField.Name, String, Bool)])
    func earlierNames(_ name: HTTPField.Name, _ purpose: String, _ expected: Bool) {
        #expect(isNavigation([name: purpose, .accept: "text/html"]) == expected)
        #expect(Request.get("/tasks", [name: purpose]).isPrefetch != expected)
    }

    @Test(
        "The Accept field of a navigation has HTML or any type",
        arguments: [
            ("text/html", true), ("TEXT/HTML", true), ("*/*", true),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("application/json, text/html;q=0.1", true), ("application/json", false),
            ("application/json, text/plain", false),
            ("image/*", false),
            ("text/css", false), ("application/problem+json", false), ("", false),
        ])
    func accept(_ accept: String, _ expected: Bool) {
        #expect(isNavigation([.accept: accept]) == expected)
        #expect(isNavigation([.accept: accept, .secFetchMode: "navigate"]) == expected)
    }

    @Test("A request without Sec-Fetch-Mode and Accept counts as a navigation") func silent() {
        #expect(isNavigation([:]))
    }

    @Test("Several Accept fields count together") func severalFields() {
        var fields = HTTPFields()
        for value in ["application/json", "*/*;q=0.1"] { fields.append(HTTPField(name: .accept, value: value)) }
        #expect(isNavigation(fields))
    }

    @Test(
        "A request's target is the path and its query",
        arguments: ["/", "/tasks", "/tasks?show=all&after=a%20b", "/tasks?"])
    func target(
        _ path: String
    ) {
        #expect(Request.get(path).target == path)
    }

    @Test("The User-Agent of a request is bounded") func userAgent() {
        #expect(Request.get("/", [.userAgent: String(repeating: "x", count: 5000)]).userAgent.count == 300)
        #expect(Request.get("/").userAgent == "")
    }
}
