/// A task as the API lists it.
///
/// An API of the quickstart's dialect knows neither identifiers nor completion.
struct ListedTask: Sendable, Equatable {
    var id: String?
    var text: String
    var completed: Bool?
}
