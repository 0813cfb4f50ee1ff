import Testing

@testable import TasksWeb

@Suite struct SitePathTests {
    @Test("The way back is encoded whole") func returnTo() {
        #expect(
            SitePath.language(.german, returnTo: "/tasks?show=all&after=a b")
                == "/language?lang=de&returnTo=%2Ftasks%3Fshow%3Dall%26after%3Da+b")
        #expect(SitePath.language(.german, returnTo: nil) == "/language?lang=de")
    }

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
