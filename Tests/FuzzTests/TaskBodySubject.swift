@testable import TasksAPI

/// A body sent to the tasks API: whatever is read as JSON is JSON to others too.
struct TaskBodySubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            #"{"task":"Buy \"milk\" \ud83e\udd5b","completed":true}"#, #"{"completed":false,"more":[1.5e-3,{"a":null}]}"#,
            #"{"task":"A","more":-1.5E+3000}"#,
        ].map {
            Array($0.utf8)
        }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard (try? JSONReader.read(bytes)) != nil else { return nil }
        return OtherJSON.isRead(bytes) ? nil : "a value was read that is no JSON"
    }
}
