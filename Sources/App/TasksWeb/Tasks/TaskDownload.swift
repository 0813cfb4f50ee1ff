import Hummingbird
import Logging
import NIOCore

/// Sends all of a user's tasks as a file, a part at a time.
///
/// The next part is requested once the last one is written, which waits for the client. So memory doesn't depend on how
/// many tasks there are.
struct TaskDownload: Sendable {
    /// How many bytes are written at once.
    private static let pieceBytes = 32 << 10

    let client: TasksClient
    let format: TaskFile.Format
    let logger: Logger

    /// The response, once the first part is there.
    ///
    /// If a later part fails, the response breaks off, which the client notices.
    ///
    /// - Throws: As the page of tasks does, if the first part fails.
    func response() async throws -> Response {
        let first = try await client.part(after: nil)
        let scope = RequestScope()
        return Response(
            status: .ok, headers: format.fields,
            body: ResponseBody { writer in try await scope.run { try await write(from: first, to: &writer) } })
    }

    private func write(from first: TaskListPart, to writer: inout any ResponseBodyWriter) async throws {
        var (file, part, places) = (TaskFile(format), first, RepetitionGuard())
        while true {
            for task in part.tasks {
                file.append(task)
                if file.count >= Self.pieceBytes { try await writer.write(file.piece()) }
            }
            guard let next = part.next else { break }
            if file.count > 0 { try await writer.write(file.piece()) }
            part = try await self.part(after: next, &places)
        }
        file.end()
        if file.count > 0 { try await writer.write(file.piece()) }
        try await writer.finish(nil)
    }

    private func part(after place: String, _ places: inout RepetitionGuard) async throws -> TaskListPart {
        do {
            guard !places.isRepetition(place) else { throw TasksAPIError.endlessList }
            return try await client.part(after: place)
        } catch {
            // A client that has hung up is no fault.
            guard !Task.isCancelled else { throw error }
            let fault = PageError(error)
            let reason = fault.detail ?? ErrorText(fault.kind, in: .english).heading
            logger.warning("The download broke off", metadata: ["reason": "\(reason)"])
            throw error
        }
    }
}
