import Encodings
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct RememberedAccountsTests {
    private static let identifier = [UInt8](repeating: 7, count: 16)

    private static func account(
        _ hint: String, name: String = "Somebody", kind: SignInKind = .signIn, user: UInt8? = nil
    ) throws -> RememberedAccount {
        let digest = user.map { [UInt8](repeating: $0, count: RememberedAccount.userBytes) }
        return try #require(RememberedAccount(name: name, hint: hint, kind: kind, user: digest))
    }

    @Test("A user is one account, whatever the address and the way are, and two users with one address are two")
    func users() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        accounts.add(try Self.account("before@x", user: 1))
        accounts.add(try Self.account("after@x", kind: .facebook, user: 1))
        #expect(accounts.accounts.map(\.hint) == ["after@x"])
        accounts.add(try Self.account("after@x", kind: .facebook, user: 2))
        #expect(accounts.accounts.count == 2)
        #expect(RememberedAccounts(bytes: accounts.bytes) == accounts)
    }

    @Test("Accounts of two authorities are two, and a list without a further authority is as before")
    func authorities() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        accounts.add(try Self.account("a@x"))
        let before = accounts.bytes
        let further = RememberedAccount(name: "Somebody", hint: "a@x", kind: .signIn, authority: "partner", user: nil)
        accounts.add(try #require(further))
        #expect(accounts.accounts.map(\.authority) == ["partner", nil])
        #expect(RememberedAccounts(bytes: accounts.bytes) == accounts)
        #expect(RememberedAccounts(bytes: Array(accounts.bytes.dropLast())) == nil)
        accounts.remove(try #require(further))
        #expect(accounts.bytes == before)
    }

    @Test("An account is offered at its own authority, and at none that isn't configured any more")
    func rows() throws {
        let partner = SignInAuthority(siteName: "partner", label: "Partner", relyingParty: try TestSite.relyingParty())
        let account = try #require(
            RememberedAccount(name: "Somebody", hint: "a@x", kind: .signIn, authority: "partner", user: nil))
        let page = WelcomePage(
            try TestSite.configuration(more: [partner]), accounts: [account], locale: PageLocale())
        #expect(page.accounts.map(\.url) == ["/sign-in/partner?login_hint=a%40x"])
        #expect(page.accounts.map(\.authority) == ["Partner"])
        #expect(WelcomePage(try TestSite.configuration(), accounts: [account], locale: PageLocale()).accounts.isEmpty)
    }

    @Test("A list of an earlier version is read, and its account is recognised by way and address")
    func earlier() throws {
        let text = { (text: String) -> [UInt8] in [0, 0, UInt8(text.utf8.count)] + Array(text.utf8) }
        let bytes = Self.identifier + [1, SignInKind.signIn.rawValue] + text("Alice") + text("a@x")
        var accounts = try #require(RememberedAccounts(bytes: bytes))
        #expect(accounts.accounts == [try Self.account("a@x", name: "Alice")])
        accounts.add(try Self.account("a@x", user: 1))
        #expect(accounts.accounts == [try Self.account("a@x", user: 1)])
    }

    @Test("The account of a session has the digest of the user's key") func session() async throws {
        let site = try TestSite(policies: [.signIn: "b2c_1_sign_in"])
        var accounts: [RememberedAccount] = []
        for user in ["alice", "alice", "bob"] {
            let (session, slot) = (Session.sample(user), site.request(nil))
            let token = "e30.\(Base64URL.encode(Array(#"{"email":"a@x"}"#.utf8))).e30"
            slot.store(
                session, SessionTokens(name: session.name, accessToken: session.accessToken, idToken: token))
            let account = try await RememberedAccount(slot, at: site.pages.configuration.authorities)
            accounts.append(try #require(account))
        }
        #expect(accounts[0].isSameAccount(as: accounts[1]) && !accounts[0].isSameAccount(as: accounts[2]))
    }

    @Test("The last used account is the first in the list, and each account is there once") func order() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        for hint in ["a@x", "b@x", "a@x"] { accounts.add(try Self.account(hint)) }
        #expect(accounts.accounts.map(\.hint) == ["a@x", "b@x"])
    }

    @Test("An account that comes again has its new name") func name() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        accounts.add(try Self.account("a@x", name: "Before"))
        accounts.add(try Self.account("a@x", name: "After"))
        #expect(accounts.accounts.map(\.name) == ["After"])
    }

    @Test("A hint that is used by another way is another account") func kinds() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        accounts.add(try Self.account("a@x"))
        accounts.add(try Self.account("a@x", kind: .facebook))
        #expect(accounts.accounts.count == 2)
        accounts.remove(try Self.account("a@x"))
        #expect(accounts.accounts.map(\.kind) == [.facebook])
    }

    @Test("Of more than three accounts the oldest is dropped") func limit() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        for number in 0..<7 { accounts.add(try Self.account("\(number)@x")) }
        #expect(accounts.accounts.map(\.hint) == ["6@x", "5@x", "4@x"])
    }

    @Test("A written list of accounts is read again, and a cut or longer one isn't") func bytes() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        accounts.add(try Self.account("a@x", name: "Zoë 🗝"))
        accounts.add(try Self.account("b@x", kind: .facebook, user: 9))
        let bytes = accounts.bytes
        #expect(RememberedAccounts(bytes: bytes) == accounts)
        for count in 0..<bytes.count { #expect(RememberedAccounts(bytes: Array(bytes.prefix(count))) == nil) }
        #expect(RememberedAccounts(bytes: bytes + [0]) == nil)
    }

    @Test("A list that claims more accounts than the maximum is refused") func tooMany() {
        #expect(RememberedAccounts(bytes: Self.identifier + [4]) == nil)
        #expect(RememberedAccounts(bytes: Self.identifier + [0x84]) == nil)
    }

    @Test("The largest possible list of accounts fits one cookie") func size() throws {
        var accounts = RememberedAccounts(identifier: Self.identifier)
        for number in 0..<3 {
            accounts.add(
                try Self.account(
                    "\(number)" + String(repeating: "h", count: 253), name: String(repeating: "🗝", count: 200),
                    user: UInt8(number)))
        }
        let site = try TestSite()
        let cookies = AccountCookies(
            site.signIn.sealedCookie(SiteCookies.accounts), codec: try .sample(), now: { site.clock.seconds })
        let request = site.request(nil, try Self.jar(accounts).cookies)
        try cookies.remember(try Self.account("a@x"), in: request)
        #expect(request.responseCookies.count == 1)
        #expect(accounts.accounts.allSatisfy { $0.name.unicodeScalars.count == 40 })
    }

    @Test("A hint longer than an address can be is not remembered") func longHint() {
        #expect(
            RememberedAccount(name: "Somebody", hint: String(repeating: "h", count: 255), kind: .signIn, user: nil)
                == nil)
        #expect(RememberedAccount(name: "Somebody", hint: "", kind: .signIn, user: nil) == nil)
    }

    private static func jar(_ accounts: RememberedAccounts) throws -> CookieJar {
        let names = SiteCookies(isOverHTTPS: false)
        let sealed = try SealedCookieCodec.sample().seal(accounts.bytes, name: SiteCookies.accounts, expires: .max)
        return CookieJar(sealed.map { names.attributes.setting($0.name, to: $0.value, maxAge: 60) })
    }
}
