import NIOCore
import PageSupport
import Testing

@testable import TasksWeb

@Suite struct TaskRouteTests {
    private static let routes: [TaskRoute] =
        [.list, .deletionByName, .completeAll, .clearCompleted, .pendingForm, .pendingFormDiscard]
        + [
            "7", "delete", "complete-all", "clear-completed", "kept", "%64elete", "tasks", "a/b", "a b+c?d#e", "é\"<",
            "%2e%2e", "...", "\\", "&",
        ]
        .flatMap { [.task($0), .deletion($0)] }

    @Test("Each path is read as the route that wrote it", arguments: routes) func roundTrip(_ route: TaskRoute) {
        #expect(TaskRoute(path: route.path) == route, "\(route.path)")
        #expect(TaskRoute(path: "\(route.path)/") == TaskRoute(path: route.path), "as the router reads it")
    }

    @Test("A page has the same path as a form's target, as far as an identifier can stand in one", arguments: routes)
    func html(_ route: TaskRoute) {
        var html = HTML()
        html.url(route)
        let written = String(buffer: html.buffer)
        if route == .task("...") || route == .deletion("...") {
            #expect(TaskRoute(path: written) != route, "browsers take it for a step")
        } else {
            #expect(written == route.path)
        }
    }

    @Test(
        "Any other path is none",
        arguments: [
            "", "/", "/task", "/TASKS", "/tasks/7/other", "/tasks/7/delete/x", "/tasks/..", "/tasks/.",
            "/tasks/%2e%2e/delete", "/tasks/%2e", "/tasks/%zz/delete", "/tasks/%ff", "/sessions/tasks",
        ])
    func others(_ path: String) {
        #expect(TaskRoute(path: path) == nil)
    }

    @Test("The router's patterns name the identifier") func patterns() {
        #expect(
            TaskRoute.forms.map(\.pattern) == [
                "/tasks", "/tasks/delete", "/tasks/complete-all", "/tasks/clear-completed", "/tasks/{id}",
                "/tasks/{id}/delete",
            ])
    }
}
