/// A value in a property list.
struct FileValue: Decodable {
    let raw: RawValue

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            raw = Self.list(&list)
        } else if let value = try? decoder.singleValueContainer() {
            raw = Self.scalar(value).map(RawValue.text) ?? .unusable("a dictionary or the like")
        } else {
            raw = .unusable("a dictionary or the like")
        }
    }

    private static func scalar(_ value: any SingleValueDecodingContainer) -> String? {
        if let text = try? value.decode(String.self) { return text }
        if let boolean = try? value.decode(Bool.self) { return String(boolean) }
        if let number = try? value.decode(Int.self) { return String(number) }
        if let number = try? value.decode(Double.self) { return String(number) }
        return nil
    }

    private static func list(_ container: inout any UnkeyedDecodingContainer) -> RawValue {
        var entries: [String] = []
        while !container.isAtEnd {
            guard let value = try? container.decode(FileValue.self), case .text(let text) = value.raw else {
                return .unusable("a list of more than texts and numbers")
            }
            entries.append(text)
        }
        return .list(entries)
    }
}
