import HTTPTypes

@testable import TasksWeb

extension SiteLayout {
    /// The frame in English.
    init(
        title: String, user name: String? = nil, current: String = "", showsClaims: Bool = false,
        showsProfile: Bool = false
    ) {
        self.init(
            title: title,
            user: name.map {
                User(name: $0, mark: "mark", csrf: "token", profileURL: showsProfile ? "/profile" : nil)
            }, current: current, showsClaims: showsClaims, locale: PageLocale())
    }
}

extension ErrorText {
    init(_ kind: PageError.Kind) {
        self.init(kind, in: .english)
    }
}
