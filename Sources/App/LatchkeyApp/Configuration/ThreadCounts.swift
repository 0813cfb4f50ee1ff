/// How many threads and connections `serve` has for what, in proportion to its event loops.
struct ThreadCounts: CustomStringConvertible {
    let eventLoops: Int

    /// Threads of libcurl, which takes a third of a page's CPU time.
    var transfers: Int { (eventLoops + 1) / 2 }
    /// Idle connections of all these threads together; half of the files that aren't left to browsers.
    var idleConnections: Int { min(max(256, 32 * eventLoops), 1024) }
    /// Connections to a database that read tasks, and those that change them if it is PostgreSQL: no more than a server
    /// allows several processes.
    var taskConnections: Int { min(max(4, eventLoops), 16) }
    /// Connections to PostgreSQL for sessions, which no page needs.
    var sessionConnections: Int { min(max(3, eventLoops / 2), 8) }

    /// As `check` prints it.
    var description: String {
        "\(eventLoops) for browsers, \(transfers) for outgoing calls, \(taskConnections) for tasks in the database"
    }
}
