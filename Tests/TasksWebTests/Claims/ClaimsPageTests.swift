import Encodings
import Testing

@testable import TasksWeb

@Suite struct ClaimsPageTests {
    private func rows(_ claims: String, userInfo: String? = nil) -> Markup {
        let token = [#"{"alg":"none"}"#, claims, "x"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let session = Session.sample { ($0.idToken, $0.userInfo) = (token, userInfo) }
        return Markup(ClaimsPage(layout: SiteLayout(title: "Claims"), session: session))
    }

    @Test("Each claim is a row, escaped") func claims() {
        let page = rows(#"{"sub":"alice","name":"<b>Alice</b>","<i>":"x","emails":["a@b","c@d"]}"#)
        #expect(page.source.contains("<th scope=row>sub</th>"))
        #expect(page.source.contains("&lt;b&gt;Alice&lt;/b&gt;") && page.source.contains("a@b, c@d"))
        #expect(page.tags("b").isEmpty && page.tags("i").isEmpty)
        #expect(page.tags("table").count == 1)
    }

    @Test("UserInfo's claims have a table of their own") func userInfo() {
        let page = rows(#"{"sub":"alice"}"#, userInfo: "name=Alice+%3Cb%3E")
        #expect(page.tags("table").count == 2)
        #expect(page.source.contains("Alice &lt;b&gt;"))
    }

    @Test("A claim that is a time is shown in words too, in the page's language, wherever it comes from") func times() {
        let page = rows(
            #"{"exp":1800000300,"iat":1.8e9,"nbf":"soon","auth_time":1e300,"zoneinfo":1800000000}"#,
            userInfo: "updated_at=1800000300")
        #expect(
            page.source.contains("<td dir=auto>1800000300 <time datetime=\"2027-01-15T08:05:00Z\">Jan 15, 2027 at 8:05")
        )
        #expect(
            page.tags("time").map { $0["datetime"] } == [
                "2027-01-15T08:05:00Z", "2027-01-15T08:00:00Z", "2027-01-15T08:05:00Z",
            ])
        let german = ClaimRow(name: "exp", value: "1800000300", words: .german)
        #expect(german.time?.text.hasPrefix("15. Jan. 2027") == true)
    }

    @Test(
        "Where a session's ID token is left out, or odd, the page says so",
        arguments: [nil, "", "x", "a.b.c", "..."] as [String?])
    func noToken(_ token: String?) {
        let page = Markup(
            ClaimsPage(
                layout: SiteLayout(title: "Claims"), session: .sample { ($0.idToken, $0.userInfo) = (token, nil) }))
        #expect(page.tags("table").isEmpty && page.source.contains("too large to be kept"))
    }
}
