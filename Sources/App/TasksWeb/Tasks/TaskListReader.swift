import FoundationEssentials
import HTTPTransport
import HTTPTypes
import WebSupport

/// Makes a page of tasks of the API's response, whichever dialect it speaks.
enum TaskListReader {
    /// - Parameters:
    ///   - after: The task, or the count of tasks, that came before this page.
    static func page(_ response: TransportResponse, filter: TaskFilter, after: String?) throws(TasksAPIError)
        -> TaskList
    {
        guard let listed = TaskListScanner.tasks(response.body) ?? TaskListDecoder.tasks(response.body) else {
            throw .invalidList
        }
        let total = count(response, .totalCount), completed = count(response, .completedCount)
        let canChange = total != nil || listed.contains { $0.id != nil }
        // An API that pays no heed to `after` and `limit` sends everything: the page is cut out here.
        let start = canChange ? place(after: after, in: listed) : 0
        let sent = start == 0 ? listed : Array(listed[start...])
        let matching = filter.completed == nil ? sent : sent.filter { ($0.completed ?? false) == filter.completed }
        let skipped = canChange ? 0 : offset(after)
        let fitting = fittingCount(of: matching.dropFirst(skipped))
        let isCut = matching.count - skipped > fitting
        let items = skipped == 0 && !isCut ? matching : Array(matching.dropFirst(skipped).prefix(fitting))
        let next: String? =
            if isCut {
                canChange ? items.last?.id : "\(skipped + items.count)"
            } else if canChange, hasNextLink(response), listed.last?.id != after {
                // The next page starts after the last task that was sent, also if that one isn't shown because the API
                // doesn't filter. If that task was also the last one of the page before, the API ignores `after`.
                listed.last?.id
            } else {
                nil
            }
        let open = listed.count { !($0.completed ?? false) }
        let active: TaskList.Count =
            switch (total, completed) {
            case (let total?, let completed?): .exactly(max(0, total - completed))
            // If only completed tasks are requested, the number of others isn't known.
            default:
                filter != .completed && next == nil && after == nil
                    ? .exactly(open) : .moreThan(items.count { !($0.completed ?? false) })
            }
        return TaskList(
            items: items, next: next, active: active, canChange: canChange,
            hasCompleted: completed.map { $0 > 0 } ?? listed.contains { $0.completed == true })
    }

    /// The tasks of a response, for a reader that wants all of the user's.
    ///
    /// - Parameter after: The task that came before this part.
    static func part(_ response: TransportResponse, after: String?) throws(TasksAPIError) -> TaskListPart {
        guard let listed = TaskListDecoder.downloadedTasks(response.body) else { throw .invalidList }
        // An API that pays no heed to `after` sends everything once more.
        let start = place(after: after, in: listed.lazy.map(\.task))
        let tasks = start == 0 ? listed : Array(listed[start...])
        guard let last = listed.last, hasNextLink(response) else { return TaskListPart(tasks: tasks, next: nil) }
        guard let next = last.task.id else { throw .endlessList }
        return TaskListPart(tasks: tasks, next: next == after ? nil : next)
    }

    /// How many of the first tasks a page shows: at least one, so that the next page is another one.
    private static func fittingCount(of tasks: ArraySlice<ListedTask>) -> Int {
        var count = 0, bytes = 0
        for task in tasks.prefix(TaskList.pageSize) {
            bytes += task.text.utf8.count
            if bytes > TaskList.pageBytes, count > 0 { break }
            count += 1
        }
        return count
    }

    private static func place<Tasks: Collection>(after id: String?, in tasks: Tasks) -> Int
    where Tasks.Element == ListedTask, Tasks.Index == Int {
        guard let id, let place = tasks.firstIndex(where: { $0.id == id }) else { return 0 }
        return place + 1
    }

    private static func offset(_ after: String?) -> Int {
        max(0, after.flatMap { Int($0) } ?? 0)
    }

    private static func count(_ response: TransportResponse, _ name: HTTPField.Name) -> Int? {
        response.values(of: name).first.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether a `Link` field names a next page (RFC 8288).
    ///
    /// Its target is ignored, because the start of the next page is known from the list.
    private static func hasNextLink(_ response: TransportResponse) -> Bool {
        response.values(of: .link).contains { line in
            // Targets are left out, because text within a URL is no relation.
            let parameters = line.split(separator: "<").map { $0.drop { $0 != ">" } }.joined().lowercased()
            return parameters.split { ";,>".contains($0) }.contains { parameter in
                let halves = parameter.split(separator: "=", maxSplits: 1).map {
                    $0.filter { $0 != "\"" }.split { $0 == " " || $0 == "\t" }
                }
                return halves.count == 2 && halves[0] == ["rel"] && halves[1].contains("next")
            }
        }
    }
}
