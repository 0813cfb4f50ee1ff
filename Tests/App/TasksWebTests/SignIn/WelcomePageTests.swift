import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct WelcomePageTests {
    private func links(_ policies: [SignInKind: String], fullScreen: Bool = true) throws -> [Markup.Tag] {
        var configuration = try TestSite.configuration(policies: policies)
        configuration.fullScreen = fullScreen
        return Markup(WelcomePage(configuration, locale: PageLocale())).tags("a").filter(\.isWay)
    }

    @Test(
        "Each policy that is set has a button on the start page, and no other",
        arguments: [
            ([:], ["/sign-in"]),
            (
                [.signIn: "a", .signUp: "b", .facebook: "c", .passwordReset: "d", .profileEdit: "e"],
                ["/sign-in", "/sign-up", "/sign-in/facebook", "/password-reset"]
            ),
            ([.signIn: "a"], ["/sign-in"]),
            ([.signIn: "a", .passwordReset: "d"], ["/sign-in", "/password-reset"]),
        ] as [([SignInKind: String], [String])])
    func buttons(_ policies: [SignInKind: String], _ paths: [String]) throws {
        #expect(try links(policies).map { $0["href"] } == paths)
    }

    @Test(
        "Without a sign-in policy there is no link to a route that isn't there",
        arguments: [
            [.facebook: "c"], [.signUp: "b"], [.signUp: "b", .facebook: "c"],
        ] as [[SignInKind: String]])
    func noSignIn(_ policies: [SignInKind: String]) throws {
        let links = try links(policies)
        #expect(!links.isEmpty && links.allSatisfy { $0["href"] != "/sign-in" })
    }

    @Test("A requested sign-in replaces the button of its kind, with all of its parameters")
    func started() throws {
        let configuration = try TestSite.configuration(policies: [.signIn: "a", .signUp: "b", .passwordReset: "d"])
        func links(_ kind: SignInKind) -> [String?] {
            let page = WelcomePage(
                configuration, locale: PageLocale(),
                starting: SignInStart(
                    route: SignInRoute(path: kind.path, policy: nil, purpose: kind.purpose),
                    path: "\(kind.path)?returnTo=%2Fclaims"))
            return Markup(page).tags("a").filter(\.isWay).map { $0["href"] }
        }
        #expect(links(.signIn) == ["/sign-in?returnTo=%2Fclaims", "/sign-up", "/password-reset"])
        #expect(links(.passwordReset) == ["/sign-in", "/sign-up", "/password-reset?returnTo=%2Fclaims"])
        #expect(
            links(.profileEdit) == ["/profile?returnTo=%2Fclaims", "/sign-in", "/sign-up", "/password-reset"])
    }

    @Test("A sign-in uses a pop-up if the tab is to stay") func popUp() throws {
        #expect(try links([.signIn: "a"], fullScreen: false).map { $0["data-pop-up"] != nil } == [true])
        #expect(try links([.signIn: "a"]).map { $0["data-pop-up"] != nil } == [false])
    }
}

extension Markup.Tag {
    /// Whether a link leads to a sign-in, and is not one that every page has.
    fileprivate var isWay: Bool {
        let target = self["href"] ?? ""
        return target != "/" && target != "#content" && target != "/keys" && !target.hasPrefix("/language?")
    }
}
