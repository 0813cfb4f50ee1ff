import HTTPTypes
import SealedCookies
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct UndoCookiesTests {
    private let site: TestSite
    private let undo: UndoCookies
    private let session = Session.sample()

    init() throws {
        site = try TestSite()
        undo = UndoCookies(names: SiteCookies(isOverHTTPS: true), codec: try .test(), now: site.clock.now)
    }

    private func kept(_ task: DeletedTask) -> CookieJar { CookieJar(undo.storing(task, for: site.request(session))) }

    private func offered(to session: Session, _ jar: CookieJar) -> DeletedTask? {
        undo.task(for: site.request(session, jar.cookies))
    }

    @Test(
        "What is kept comes back, whatever it says",
        arguments: [
            DeletedTask(text: "milk", completed: true), DeletedTask(text: "\"\u{301}<b> שלום", completed: false),
            DeletedTask(text: String(repeating: "👩", count: 1000), completed: true),
        ])
    func roundTrip(_ task: DeletedTask) {
        let jar = kept(task)
        #expect(offered(to: session, jar) == task)
        #expect(
            undo.expiring(in: jar.cookies).allSatisfy {
                $0.hasPrefix("__Host-latchkey-undo") && $0.contains("Max-Age=0")
            })
    }

    @Test("It opens for the session that deleted it, and for two minutes") func bound() {
        let jar = kept(DeletedTask(text: "milk", completed: false))
        #expect(offered(to: .sample(), jar) == nil && undo.task(for: site.request(nil, jar.cookies)) == nil)
        site.clock.advance(by: UndoCookies.lifetime - 1)
        #expect(offered(to: session, jar) != nil)
        site.clock.advance(by: 1)
        #expect(offered(to: session, jar) == nil)
    }
}
