/// A template that has been understood.
struct PageTree: Equatable {
    let nodes: [Node]
    /// Whether it has a place for another page's content.
    let isLayout: Bool
}
