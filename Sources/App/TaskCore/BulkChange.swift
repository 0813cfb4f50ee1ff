/// A change of many tasks of one owner.
package enum BulkChange: Sendable {
    case mark(completed: Bool)
    case deleteNamed(String)
    case deleteCompleted

    /// Maximum number of tasks that one batch reads.
    package static let batchSize = 1000
}

/// The progress of one batch.
package struct BulkBatch: Sendable {
    /// How many tasks it has changed or deleted.
    package let count: Int
    /// The last task that it looked at; `nil` if none follows.
    package let last: String?

    package init(count: Int, last: String?) {
        self.count = count
        self.last = last
    }
}

/// The right to change many tasks of an owner, which one holder has at a time.
///
/// The lease is a row in the database. Each batch renews it, so it is free soon after its holder crashed.
package struct BulkLease: Sendable {
    /// How long it lasts after a batch.
    package static let duration = Duration.seconds(3)

    package let owner: String
    package let holder: [UInt8]

    package init(owner: String) {
        self.owner = owner
        holder = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max) }
    }
}
