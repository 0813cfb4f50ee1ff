import HTTPTypes
import Hummingbird

extension Router {
    /// Answers every method that a known path doesn't take with 405 and `Allow`; HEAD is taken wherever GET is.
    func refuseOtherMethods() {
        for (path, known) in Dictionary(grouping: routes, by: { "\($0.path)" }) {
            let gets = known.first { $0.method == .get }
            var taken = Set(known.map(\.method))
            if gets != nil { taken.insert(.head) }
            let allow = taken.map(\.rawValue).sorted().joined(separator: ", ")
            for method in AllowedMethods.known where !taken.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw HTTPError(.methodNotAllowed, headers: [.allow: allow])
                }
            }
        }
    }
}
