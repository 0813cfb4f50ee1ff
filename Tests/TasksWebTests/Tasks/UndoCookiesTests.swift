import HTTPTypes
import HummingbirdOpenIDConnect
import SealedCookies
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct UndoCookiesTests {
    private let clock = TestClock()
    private let codec: SealedCookieCodec
    private let undo: UndoCookies
    private let session = Session.sample()
    private let none = RequestCookies([:])

    init() throws {
        codec = try .test()
        undo = UndoCookies(names: SiteCookies(isOverHTTPS: true), codec: codec, clock: clock.clock)
    }

    private func kept(_ task: DeletedTask) -> CookieJar {
        CookieJar(undo.keeping(task, for: session, over: none))
    }

    @Test(
        "What is kept comes back, whatever it says",
        arguments: [
            DeletedTask(text: "milk", completed: true), DeletedTask(text: "\"\u{301}<b> שלום", completed: false),
            DeletedTask(text: String(repeating: "👩", count: 1000), completed: true),
        ])
    func roundTrip(_ task: DeletedTask) {
        let jar = kept(task)
        #expect(undo.task(for: session, in: jar.cookies) == task)
        #expect(
            undo.expiring(in: jar.cookies).allSatisfy {
                $0.hasPrefix("__Host-latchkey-undo") && $0.contains("Max-Age=0")
            })
    }

    @Test("It opens for the session that deleted it, and for two minutes") func bound() throws {
        let jar = kept(DeletedTask(text: "milk", completed: false))
        let other = try #require(SessionHandle([UInt8](repeating: 9, count: SessionHandle.byteCount)))
        #expect(undo.task(for: .sample { $0.handle = other }, in: jar.cookies) == nil)
        clock.advance(by: UndoCookies.lifetime - 1)
        #expect(undo.task(for: session, in: jar.cookies) != nil)
        clock.advance(by: 1)
        #expect(undo.task(for: session, in: jar.cookies) == nil)
    }
}
