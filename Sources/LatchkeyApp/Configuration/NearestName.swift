/// Finds the name that somebody who mistyped one most likely meant.
enum NearestName {
    /// The candidate that is the fewest slips away; the first of several, `nil` only if there are none.
    ///
    /// Case, hyphens and underscores don't count, so that `client_id` is near to `clientId`.
    static func of(_ name: String, among candidates: [String]) -> String? {
        let plain = reduce(name)
        return candidates.map { ($0, distance(plain, reduce($0))) }.min { $0.1 < $1.1 }?.0
    }

    /// How many slips lie between two texts: a character left out, added, replaced, or swapped with the next (optimal
    /// string alignment).
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let substitution = last[column] + (one[row] == other[column] ? 0 : 1)
                var least = min(substitution, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }

    private static func reduce(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" }.map { $0 }
    }
}
