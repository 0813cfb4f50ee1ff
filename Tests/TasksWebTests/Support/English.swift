import HTTPTypes

@testable import TasksWeb

extension SiteLayout {
    /// The frame as somebody sees it who reads English.
    init(
        title: String, person: String? = nil, signOutCSRF: String? = nil, current: String = "",
        showsClaims: Bool = false,
        showsProfile: Bool = false
    ) {
        self.init(
            title: title, person: person, signOutCSRF: signOutCSRF, current: current, showsClaims: showsClaims,
            showsProfile: showsProfile,
            locale: PageLocale())
    }
}

extension ErrorText {
    init(_ kind: PageError.Kind) {
        self.init(kind, in: .english)
    }
}
