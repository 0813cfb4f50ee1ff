/// Text in version 0.0.4 of Prometheus's exposition format.
struct PrometheusText {
    private(set) var text = ""

    /// Starts a metric.
    mutating func begin(_ name: String, _ kind: PrometheusRegistry.Kind, help: String?) {
        if let help {
            text += "# HELP \(name) \(Self.escaped(help))\n"
        }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample of the metric.
    ///
    /// - Parameter labels: As ``labels(_:)`` writes them.
    mutating func add(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(labels)} \(Self.number(value))\n"
    }

    /// A metric's name: letters, digits, underscores and colons, and no digit first.
    static func name(_ text: String) -> String { name(text, allowing: ":") }

    /// Labels as they are between braces, in the order of their names.
    ///
    /// Of two with the same name the last one counts.
    static func labels(_ pairs: [(String, String)]) -> String {
        Dictionary(pairs.map { (name($0, allowing: nil), $1) }) { $1 }.sorted { $0.key < $1.key }
            .map { "\($0)=\"\(escaped($1, also: "\""))\"" }.joined(separator: ",")
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func name(_ text: String, allowing extra: Unicode.Scalar?) -> String {
        var name = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            if isDigit, name.isEmpty { name.append("_") }
            name.append(isDigit || isLetter || scalar == extra ? scalar : "_")
        }
        return name.isEmpty ? "_" : String(name)
    }

    private static func escaped(_ text: String, also quote: Unicode.Scalar? = nil) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\n" || scalar == quote { escaped.append("\\") }
            escaped.append(scalar == "\n" ? "n" : scalar)
        }
        return String(escaped)
    }
}
