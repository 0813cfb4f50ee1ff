/// One task in the list, with the forms that change it.
struct TaskRow {
    let id: String?
    let text: String
    let completed: Bool?
    let csrf: String
    let canEdit: Bool
}
