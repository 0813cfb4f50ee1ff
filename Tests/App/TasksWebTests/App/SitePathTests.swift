import Testing

@testable import TasksWeb

@Suite struct SitePathTests {
    @Test(
        "A list's path has what differs from the whole list",
        arguments: [
            (TaskFilter.all, nil, "/tasks"), (.active, nil, "/tasks?show=active"),
            (.completed, "7", "/tasks?show=completed&after=7"),
            (.all, "a&b=c#d", "/tasks?after=a%26b%3Dc%23d"),
        ] as [(TaskFilter, String?, String)])
    func tasks(_ show: TaskFilter, _ after: String?, _ path: String) {
        #expect(SitePath.tasks(show: show, after: after) == path)
        #expect(ReturnPath(path) != nil)
    }
}
