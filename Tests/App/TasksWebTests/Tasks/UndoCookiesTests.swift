import HTTPTypes
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct UndoCookiesTests {
    private let site: TestSite
    private let undo: UndoCookies
    private let session = Session.sample()

    init() throws {
        site = try TestSite()
        undo = UndoCookies(cookie: site.signIn.sealedCookie(SiteCookies.undo))
    }

    private func stored(_ task: DeletedTask) -> CookieJar {
        let request = site.request(session)
        undo.store(task, for: request)
        return CookieJar(request.responseCookies)
    }

    private func offered(to session: Session, _ jar: CookieJar) -> DeletedTask? {
        undo.task(for: site.request(session, jar.cookies))
    }

    @Test(
        "A deleted task comes back from its cookie, whatever its text is",
        arguments: [
            DeletedTask(text: "milk", completed: true), DeletedTask(text: "\"\u{301}<b> שלום", completed: false),
            DeletedTask(text: String(repeating: "👩", count: 1000), completed: true),
        ])
    func roundTrip(_ task: DeletedTask) {
        let jar = stored(task)
        #expect(offered(to: session, jar) == task)
        let request = site.request(session, jar.cookies)
        undo.cookie.expire(in: request)
        #expect(request.responseCookies.count == jar.cookies.names(withPrefix: "").count)
        #expect(
            request.responseCookies.allSatisfy { $0.hasPrefix("latchkey-undo") && $0.contains("Max-Age=0") })
    }

    @Test("A deleted task's cookie opens for the session that deleted it, and for two minutes") func bound() {
        let jar = stored(DeletedTask(text: "milk", completed: false))
        #expect(offered(to: .sample(), jar) == nil && undo.task(for: site.request(nil, jar.cookies)) == nil)
        site.clock.advance(by: UndoCookies.lifetime - 1)
        #expect(offered(to: session, jar) != nil)
        site.clock.advance(by: 1)
        #expect(offered(to: session, jar) == nil)
    }
}
