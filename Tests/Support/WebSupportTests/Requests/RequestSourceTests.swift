import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import WebSupport

@Suite struct RequestSourceTests {
    private static let ours = "https://app.example"

    private func source(_ fields: HTTPFields) -> RequestSource {
        Request.get("/tasks", fields).source(at: Self.ours)
    }

    @Test(
        "Sec-Fetch-Site decides without Origin",
        arguments: [
            ("same-origin", .thisSite), ("none", .thisSite), ("same-site", .anotherSite), ("cross-site", .anotherSite),
            ("", .anotherSite), ("Same-Origin", .anotherSite), ("same-origin, cross-site", .anotherSite),
        ] as [(String, RequestSource)])
    func fetchSite(_ site: String, _ source: RequestSource) {
        #expect(self.source([.secFetchSite: site]) == source)
    }

    @Test(
        "Origin decides without Sec-Fetch-Site",
        arguments: [
            (ours, .thisSite), ("null", .anotherSite), ("", .anotherSite), ("https://evil.example", .anotherSite),
            ("http://app.example", .anotherSite), ("https://app.example:8443", .anotherSite),
        ] as [(String, RequestSource)])
    func origin(_ origin: String, _ source: RequestSource) {
        #expect(self.source([.origin: origin]) == source)
    }

    @Test(
        "Origin may be null only next to same-origin, and never another site's",
        arguments: [
            ("same-origin", ours, .thisSite), ("same-origin", "null", .thisSite),
            ("same-origin", "https://evil.example", .anotherSite), ("none", "null", .anotherSite),
            ("none", ours, .thisSite), ("same-site", "null", .anotherSite), ("cross-site", "null", .anotherSite),
            ("cross-site", ours, .anotherSite), ("", "null", .anotherSite),
        ] as [(String, String, RequestSource)])
    func both(_ site: String, _ origin: String, _ source: RequestSource) {
        #expect(self.source([.secFetchSite: site, .origin: origin]) == source)
    }

    @Test("Without Sec-Fetch-Site and Origin the source is unknown") func neither() {
        #expect(source([:]) == .unknown)
    }
}
