/// The model of a template that uses every mark.
struct SamplePage {
    let title: String
    let link: String
    let number: Int?
    let items: [String]
}
