/// The members of a JSON object in the document's order; no name occurs twice.
struct JSONObject: Sendable, Equatable {
    struct Member: Sendable, Equatable {
        let name: String
        let value: JSONValue
    }

    var members: [Member] = []

    /// The value of a member.
    ///
    /// A member that is `null` counts as not there.
    subscript(name: String) -> JSONValue? {
        members.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    /// Reads a document that is one object; `nil` where it is anything else, or one of its objects has a name twice.
    init?(parsing bytes: some Collection<UInt8>) {
        var parser = JSONParser(bytes: Array(bytes))
        guard case .object(let object) = try? parser.document() else { return nil }
        self = object
    }

    init(members: [Member] = []) {
        self.members = members
    }
}
