import HTTPTransport
import TaskCore

/// Does what the forms of the tasks page ask for, and loses nothing of what was typed where that fails.
struct TaskActions: Sendable {
    let service: TaskService

    /// Does it.
    ///
    /// - Returns: The task that was deleted, where it is known.
    @discardableResult
    func perform(_ action: TaskAction, for slot: SessionSlot) async throws -> DeletedTask? {
        switch action {
        case .add(let typed, let completed):
            let text = try checked(typed)
            let id = try await keeping(typed, completed: completed ? true : nil, retry: SitePath.tasks) {
                try await service.add(text, for: slot)
            }
            // The task is there by now: a failure here must not have it added once more.
            if completed, let id { try? await service.change(id, text: nil, completed: true, for: slot) }
        case .change(let id, let typed, let completed):
            let text = try typed.map { try edited($0, of: id) }
            try await keeping(typed, completed: completed, retry: Self.path(of: id)) {
                try await service.change(id, text: text, completed: completed, for: slot)
            }
        case .delete(let id):
            let known = try await service.known(id, for: slot)
            try await service.delete(id, for: slot)
            return known.map { DeletedTask(text: $0.text, completed: $0.completed ?? false) }
        case .deleteByName(let text):
            try await service.delete(named: text, for: slot)
            return DeletedTask(text: text, completed: false)
        case .changeAll(let completed): try await service.changeAll(completed: completed, for: slot)
        case .deleteCompleted: try await service.deleteCompleted(for: slot)
        }
        return nil
    }

    /// Runs a call whose failure must not lose what was typed.
    func keeping<Result>(_ typed: String?, completed: Bool? = nil, retry: String, _ call: () async throws -> Result)
        async throws -> Result
    {
        do {
            return try await call()
        } catch var error as PageError {
            error.kept = typed
            error.keptCompletion = completed
            // What was meant for a task that is gone can still become one.
            error.retry = error.kind == .noSuchTask ? SitePath.tasks : retry
            throw error
        }
    }

    /// The text of an edit; an emptied one may mean that the task is to go.
    private func edited(_ typed: String, of id: String) throws -> TaskText {
        do {
            return try Self.trimmed(typed)
        } catch .empty {
            var error = PageError(.invalidInput(.emptied))
            error.removal = "\(Self.path(of: id))/delete"
            throw error
        } catch {
            throw PageError(.invalidInput(.text(error)), kept: typed, retry: Self.path(of: id))
        }
    }

    private func checked(_ typed: String) throws -> TaskText {
        do {
            return try Self.trimmed(typed)
        } catch {
            throw PageError(.invalidInput(.text(error)), kept: typed, retry: SitePath.tasks)
        }
    }

    /// The text without the white space at its ends, which nobody types on purpose.
    private static func trimmed(_ typed: String) throws(TaskProblem) -> TaskText {
        let rest = typed.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { throw .empty }
        return try TaskText(String(rest[...last]))
    }

    private static func path(of id: String) -> String { "\(SitePath.tasks)/\(HTTPURL.encode(segment: id))" }
}
