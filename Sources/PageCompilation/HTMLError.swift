/// Markup that the compiler can't follow, or a mark where none may stand.
struct HTMLError: Error, Equatable {
    let message: String
    /// Where in the literal; `nil` for the place of the mark.
    var offset: Int?
}
