package import HTTPTransport
package import PageSupport

extension WebFrontEnd {
    /// The page of tasks that a response of the tasks API becomes, without a server, so that it can be timed alone.
    ///
    /// - Throws: An error if the response is no list of tasks.
    package static func taskListPage(of response: TransportResponse) throws -> HTML {
        let token = String(repeating: "x", count: 100)
        let layout = SiteLayout(
            title: "Tasks", user: SiteLayout.User(name: "Alice", mark: "mark", csrf: token), current: "tasks",
            locale: PageLocale())
        let list = try TaskListReader.page(response, filter: .all, after: nil)
        return TaskListPage(list, view: .whole, layout: layout, csrf: token).html()
    }
}
