import HTTPTransport

extension FormBody {
    /// How often a name occurs.
    func count(_ name: String) -> Int { fields.count { $0.name == name } }
}
