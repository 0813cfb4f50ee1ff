import OpenIDConnect
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct ClaimsPageTests {
    private func rows(_ claims: String, userInfo: String? = nil) throws -> Markup {
        let claims = SignedInClaims(
            idToken: try #require(Claims(jsonObject: Array(claims.utf8))),
            userInfo: userInfo.flatMap { Claims(jsonObject: Array($0.utf8)) })
        return Markup(ClaimsPage(layout: SiteLayout(title: "Claims"), claims))
    }

    @Test("Each claim is a row of the page of claims, escaped") func claims() throws {
        let page = try rows(#"{"sub":"alice","name":"<b>Alice</b>","<i>":"x","emails":["a@b","c@d"]}"#)
        #expect(page.source.contains("<th scope=row>sub</th>"))
        #expect(page.source.contains("&lt;b&gt;Alice&lt;/b&gt;") && page.source.contains("a@b, c@d"))
        #expect(page.tags("b").isEmpty && page.tags("i").isEmpty)
        #expect(page.tags("table").count == 1)
    }

    @Test("UserInfo's claims have a table of their own") func userInfo() throws {
        let page = try rows(#"{"sub":"alice"}"#, userInfo: #"{"name":"Alice <b>"}"#)
        #expect(page.tags("table").count == 2)
        #expect(page.source.contains("Alice &lt;b&gt;"))
    }

    @Test("A claim that is a time is shown in words too, in the page's language, wherever it comes from") func times()
        throws
    {
        let page = try rows(
            #"{"exp":1800000300,"iat":1.8e9,"nbf":"soon","auth_time":1e300,"zoneinfo":1800000000}"#,
            userInfo: #"{"updated_at":1800000300}"#)
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
}
