import CurlTransport
import HTTPTransport
import HTTPTypes
import TasksWeb

/// Making the page of ten tasks from the tasks API's response.
func pageLoop() throws -> TimedLoop {
    let tasks = (0..<10).map { number in
        """
        {"id":"00000000000\(number)","task":"Task number \(number), with a few words","owner":"owner",\
        "completed":\(number % 3 == 0),"creationDate":"2026-01-31T12:00:00Z"}
        """
    }
    let response = TransportResponse(status: .ok, body: Array("[\(tasks.joined(separator: ","))]".utf8))
    return TimedLoop("make the page of ten tasks") { count in
        for _ in 0..<count { _ = try WebFrontEnd.taskListPage(of: response) }
    }
}

/// Fetching a URL over a connection that stays open, by one caller and by 32.
func transferLoops(_ text: String) throws -> [TimedLoop] {
    guard let url = HTTPURL(text) else { throw BenchmarkError("--url: no absolute http or https URL") }
    let client = try CurlClient()
    let fetch = { @Sendable in
        guard try await client.send(TransportRequest(.get, url)).status == .ok else {
            throw BenchmarkError("\(url) doesn't respond with 200")
        }
    }
    return [
        TimedLoop("transfer") { count in for _ in 0..<count { try await fetch() } },
        TimedLoop("transfer, 32 callers", callers: 32) { _ in try await fetch() },
    ]
}
