struct SampleRow {
    let text: String
    let isDone: Bool
}
