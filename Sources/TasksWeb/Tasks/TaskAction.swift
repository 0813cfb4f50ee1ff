/// What a form of the tasks page does.
enum TaskAction: Sendable, Equatable {
    case add(String, completed: Bool)
    case change(id: String, text: String?, completed: Bool?)
    case delete(id: String)
    case deleteByName(String)
    case changeAll(completed: Bool)
    case deleteCompleted
}
