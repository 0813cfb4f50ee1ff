import Encodings
import NIOCore
import PageSupport
import Testing

@testable import TasksWeb

@Suite struct TaskRouteTests {
    private static let identifiers: [PathSegment] = [
        "7", "delete", "complete-all", "clear-completed", "kept", "%64elete", "tasks", "a/b", "a b+c?d#e", "é\"<",
        "%2e%2e", "...", "\\", "&",
    ]
    private static let routes: [TaskRoute] =
        [.list, .deletionByName, .completeAll, .clearCompleted, .pendingForm, .pendingFormDiscard]
        + identifiers.flatMap { [.task($0), .deletion($0)] }

    @Test("Each path of a task is read as the route that wrote it", arguments: routes) func roundTrip(
        _ route: TaskRoute
    ) {
        #expect(TaskRoute(path: route.path) == route, "\(route.path)")
        #expect(TaskRoute(path: "\(route.path)/") == TaskRoute(path: route.path), "as the router reads it")
    }

    @Test("A page has the same path as a form's target", arguments: routes)
    func html(_ route: TaskRoute) {
        var html = HTML()
        html.url(route)
        #expect(String(buffer: html.buffer) == route.path)
    }

    @Test(
        "Any other path is no route of tasks",
        arguments: [
            "", "/", "/task", "/TASKS", "/tasks/7/other", "/tasks/7/delete/x", "/tasks/..", "/tasks/.",
            "/tasks/%2e%2e/delete", "/tasks/%2e", "/tasks/%zz/delete", "/tasks/%ff", "/sessions/tasks",
            "/tasks/..%2F..%2Fadmin/delete", "/tasks/..%5Cadmin", "/tasks/a%2f..", "/tasks/%2E%2e%2fa",
            "/tasks/a%5c.%5cb",
            "/tasks/..\\admin", "/tasks/%00", "/tasks/a%0D%0Ab/delete", "/tasks/%7F", "/tasks/%C2%85",
            "/tasks/%EF%BF%BD",
        ])
    func others(_ path: String) {
        #expect(TaskRoute(path: path) == nil)
    }

    @Test("The router's patterns name the identifier") func patterns() {
        #expect(
            TaskRoute.formPatterns == [
                "/tasks", "/tasks/delete", "/tasks/complete-all", "/tasks/clear-completed", "/tasks/{id}",
                "/tasks/{id}/delete",
            ])
    }
}
