import HummingbirdOpenIDConnect
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct SiteCookiesTests {
    @Test("Over HTTPS the cookies' names have the prefix and the cookies are secure") func secure() {
        let names = SiteCookies(isOverHTTPS: true)
        #expect(names.language == "__Host-latchkey-language")
        #expect(
            names.attributes.setting("__Host-latchkey", to: "v", maxAge: 60)
                == "__Host-latchkey=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure"
        )
    }

    @Test("Over HTTP the cookies have no prefix and aren't secure") func plain() {
        let names = SiteCookies(isOverHTTPS: false)
        #expect(SiteCookies.undo == "latchkey-undo")
        #expect(
            names.attributes.setting("latchkey", to: "v", maxAge: 60)
                == "latchkey=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax")
    }

    @Test("A cookie that scripts may read has all other attributes of the others") func readable() {
        #expect(
            SiteCookies(isOverHTTPS: true).attributes.setting("n", to: "v", maxAge: 60, isReadable: true)
                == "n=v; Max-Age=60; Path=/; SameSite=Lax; Secure")
    }

    @Test("No cookie names a domain, which the prefix forbids", arguments: [true, false]) func noDomain(
        _ isOverHTTPS: Bool
    ) {
        let names = SiteCookies(isOverHTTPS: isOverHTTPS)
        #expect(!names.attributes.setting("a", to: "b", maxAge: 1).contains("Domain"))
    }

    @Test("A cookie that is set as expired has no value and the same attributes") func expiring() {
        #expect(
            SiteCookies(isOverHTTPS: true).attributes.expiring("n")
                == "n=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
    }
}
