@testable import TasksWeb

/// The list of tasks as an API sends it: if the quick scanner has a result, it is the decoder's.
struct TaskListSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            #"[{"id":"1","task":"ä 🔑","owner":"o","completed":true,"creationDate":"2026-01-31T12:00:00Z"},{"id":"2","task":"b","completed":false}]"#,
            #"[{"task":"a"},{"Text":"b","_id":7,"date":null}]"#,
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        let decoded = TaskListDecoder.tasks(bytes)
        guard let scanned = TaskListScanner.tasks(bytes) else { return nil }
        return scanned == decoded ? nil : "the scanner and the decoder read different tasks"
    }
}
