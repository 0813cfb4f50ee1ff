import Testing

@testable import TasksWeb

@Suite struct TaskFilterTests {
    @Test(
        "A filter is known by its name; anything else shows all",
        arguments: [
            ("all", .all), ("active", .active), ("completed", .completed), (nil, .all), ("", .all), ("Active", .all),
            ("active ", .all),
            ("<b>", .all),
        ] as [(String?, TaskFilter)])
    func names(_ text: String?, _ filter: TaskFilter) {
        #expect(TaskFilter(text) == filter)
    }
}
