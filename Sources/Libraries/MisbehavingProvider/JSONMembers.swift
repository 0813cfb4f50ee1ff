/// The members of a JSON object, in their order.
public struct JSONMembers: Sendable, Equatable {
    /// A name and its value.
    public struct Member: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSON

        /// A member of its two parts.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The members; a name that occurs twice is written twice.
    public var members: [Member] = []

    /// An object of these members.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The first member of a name.
    ///
    /// Setting replaces it, or adds it at the end; setting `nil` removes it.
    public subscript(name: String) -> JSON? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name == name }
            switch (newValue, place) {
            case (let value?, let place?): members[place].value = value
            case (let value?, nil): members.append(Member(name, value))
            case (nil, let place?): members.remove(at: place)
            case (nil, nil): break
            }
        }
    }

    /// This object with members set; `null` takes one out.
    public func with(_ changes: JSONMembers) -> JSONMembers {
        var object = self
        for change in changes.members { object[change.name] = change.value == .null ? nil : change.value }
        return object
    }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
    /// An object of these members.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}
