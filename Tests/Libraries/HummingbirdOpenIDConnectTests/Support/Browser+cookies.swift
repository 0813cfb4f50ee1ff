import SiteTesting

extension Browser {
    /// The names of its cookies, but for the loop guard's, which outlives a session by a minute.
    var cookieNames: [String] { cookies.keys.filter { !$0.hasSuffix("-rounds") }.sorted() }
}
