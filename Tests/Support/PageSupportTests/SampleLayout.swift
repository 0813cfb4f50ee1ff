struct SampleLayout {
    let title: String
}
