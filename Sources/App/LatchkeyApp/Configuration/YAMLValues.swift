import Yams

/// The settings of a YAML file, each scalar as it is written: `yes`, `010` and `1.10` stay text until their setting is
/// known.
enum YAMLValues {
    static func read(_ text: String) throws(UnreadableFileError) -> [String: RawValue] {
        let root: Node?
        do {
            root = try compose(yaml: text)
        } catch let error as YamlError {
            throw UnreadableFileError(reason: describe(error))
        } catch {
            throw UnreadableFileError(reason: "is no valid YAML")
        }
        guard let root else { return [:] }
        if case .scalar = root, root == "" || isNull(root) { return [:] }
        guard let mapping = root.mapping else { throw UnreadableFileError(reason: "does not hold names with values") }
        return try table(mapping)
    }

    private static func table(_ mapping: Node.Mapping) throws(UnreadableFileError) -> [String: RawValue] {
        var values: [String: RawValue] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string else { throw UnreadableFileError(reason: "has a name that is no text") }
            values[name] = try raw(value)
        }
        return values
    }

    private static func raw(_ node: Node) throws(UnreadableFileError) -> RawValue {
        switch node {
        case .scalar: return .text(scalar(node) ?? "")
        case .sequence(let sequence):
            var tables: [[String: RawValue]] = []
            for mapping in sequence.compactMap(\.mapping) { tables.append(try table(mapping)) }
            return RawValue(texts: sequence.compactMap(scalar), tables: tables, of: sequence.count)
        case .mapping, .alias: return .unusable("a dictionary or the like")
        }
    }

    private static func scalar(_ node: Node) -> String? {
        guard let scalar = node.scalar else { return nil }
        return isNull(node) ? "" : scalar.string
    }

    private static func isNull(_ node: Node) -> Bool {
        guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// The place and the kind of the error; never the text there, which may be a secret.
    private static func describe(_ error: YamlError) -> String {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
            "is no valid YAML at line \(mark.line)"
        case .duplicatedKeysInMapping(let names, _): "has \(names.joined(separator: ", ")) twice"
        default: "is no valid YAML"
        }
    }
}
