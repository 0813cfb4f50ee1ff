import TestSupport

extension RecordedLog {
    /// The fields of the front end's lines for requests with a path.
    func requests(at path: String) -> [[String: String]] {
        entries.map(\.fields).filter { $0["method"] != nil && $0["path"] == path && $0["client"] != nil }
    }
}
