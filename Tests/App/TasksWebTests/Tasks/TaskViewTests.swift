import Testing

@testable import TasksWeb

@Suite struct TaskViewTests {
    @Test(
        "A view of the list is read from its address",
        arguments: [
            (nil, "/tasks", "edit="), ("", "/tasks", "edit="), ("edit=7", "/tasks", "edit="),
            ("show=active&edit=7", "/tasks?show=active", "show=active&edit="),
            ("after=a%26b", "/tasks?after=a%26b", "after=a%26b&edit="),
            ("show=nonsense&after=", "/tasks", "edit="), ("show=%zz", "/tasks", "edit="),
            ("other=1", "/tasks", "edit="), ("edit=..%2F..%2Fadmin", "/tasks", "edit="),
        ] as [(String?, String, String)])
    func address(_ query: String?, _ path: String, _ editQuery: String) {
        let view = TaskView(query: query)
        #expect(view.path == path)
        #expect(view.editQuery == editQuery)
        #expect(view.editing == (query?.contains("edit=7") == true ? "7" : nil))
    }
}
