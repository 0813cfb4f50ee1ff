import CurlTransport
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect

/// The page of tasks, and where its forms are posted to.
struct TaskController {
    typealias Context = SignedInContext<BasicSignInRequestContext>

    let api: HTTPURL
    let transport: CurlClient

    func addRoutes(to router: some RouterMethods<Context>) {
        router.get { _, context in page(try await tasks(of: context).getTaskList(), of: context.user.name) }
        router.post { request, context in
            try await tasks(of: context).addTask(item(in: request))
            return Response.redirect(to: "/tasks", type: .normal)
        }
        router.post("delete") { request, context in
            try await tasks(of: context).deleteTask(item(in: request))
            return Response.redirect(to: "/tasks", type: .normal)
        }
    }

    private func tasks(of context: Context) -> TaskList {
        TaskList(url: api, transport: BearerTransport(base: transport, session: context.session))
    }

    private func item(in request: Request) async throws -> TaskItem {
        let form = FormBody(parsing: String(buffer: try await request.body.collect(upTo: 65_536)))
        guard let text = form?[single: "task"] else { throw HTTPError(.badRequest, message: "The form has no task.") }
        return TaskItem(task: text)
    }

    private func page(_ tasks: [TaskItem], of name: String) -> Page {
        let items = tasks.map(\.task.escaped).map {
            """
            <li><form method="post" action="/tasks/delete">
            \($0) <button name="task" value="\($0)">Delete</button>
            </form></li>
            """
        }
        return Page(
            title: "Tasks of \(name.escaped)",
            body: """
                <ul>
                \(items.joined(separator: "\n"))
                </ul>
                <form method="post" action="/tasks"><input name="task" required> <button>Add</button></form>
                <p><a href="/">Home</a></p>
                """)
    }
}
