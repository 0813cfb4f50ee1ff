import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing

/// The order in which the parts of a site see a request: of two reasons to refuse it the earlier part's decides.
@Suite struct RequestOrderTests {
    typealias Row = TableRow

    /// The part before the bar decides, and not the one after it.
    static let rows: [Row] = [
        // Probes and files, then the name of the host, before a session is opened
        Row("probe | endings unread", .get("/healthz", by: .unread), tasksWeb: "200", library: nil),
        Row("probe | another site", .post("/healthz", from: .anotherSite), tasksWeb: "405", library: nil),
        Row("file | endings unread", .get(file, by: .unread), tasksWeb: "200", library: nil),
        Row("file | another site", .post(file, from: .anotherSite), tasksWeb: "405", library: nil),
        Row("file | tampered session", .get(file, by: .tampered), tasksWeb: "200", library: nil),
        // The session
        Row("no session | endings unread", .get("/tasks", by: .new), both: "303 /sign-in"),
        Row("endings unread | page", .get("/tasks", by: .unread), both: "503"),
        Row("endings unread | too large", .post("/tasks", by: .unread, .tooLarge), both: "503"),
        Row("endings unread | unknown path", .get("/nowhere", by: .unread), both: "503"),
        Row("endings unread | wrong token", .post("/tasks", by: .unread, .wrongToken), both: "503"),
        Row("endings unread | another site", .post("/tasks", by: .unread, from: .anotherSite), both: "503"),
        // Signing out is safe, so it waits for no endings
        Row("sign-out | endings unread", .post("/sign-out", by: .unread), both: "503 -latchkey -latchkey-rounds"),
        Row("another site | sign-out", .post("/sign-out", by: .unread, from: .anotherSite), both: "403"),
        // The body
        Row(
            "too large | another site", .post("/tasks", from: .anotherSite, .tooLarge),
            tasksWeb: "413", library: "403"),
        Row("no form | another site", .post("/tasks", from: .anotherSite, .json), tasksWeb: "415", library: "403"),
        Row("no form | too large", .post("/tasks", .tooLargeJSON), tasksWeb: "415", library: nil),
        Row("no form | no session", .post("/tasks", by: .new, .json), tasksWeb: "415", library: "303 /sign-in"),
        Row("too large | no session", .post("/tasks", by: .new, .tooLarge), tasksWeb: "413", library: "303 /sign-in"),
        // The route
        Row("unknown path | too large", .post("/nowhere", .tooLarge), both: "404"),
        Row("unknown path | wrong token", .post("/nowhere", .wrongToken), both: "404"),
        Row("unknown path | another site", .post("/nowhere", from: .anotherSite), tasksWeb: "404", library: "403"),
        Row("unknown path | no session", .post("/nowhere", by: .new, from: .anotherSite), both: "404"),
        Row("method | another site", .post("/claims", from: .anotherSite), tasksWeb: "405", library: "403"),
        Row("method | no session", .post("/claims", by: .new, from: .anotherSite), tasksWeb: "405", library: "404"),
        // The page that made the request
        Row("another site | wrong token", .post("/tasks", from: .anotherSite, .wrongToken), both: "403"),
        Row("another site | nothing else", .post("/tasks", from: .anotherSite), both: "403"),
        Row("no source | wrong token", .post("/tasks", from: .unnamed, .wrongToken), both: "403"),
        Row("no source | nothing else", .post("/tasks", from: .unnamed), tasksWeb: "303 /tasks API", library: "403"),
        Row("wrong token | sign-out", .post("/sign-out", .wrongToken), tasksWeb: "403", library: nil),
        Row("no session | another site", .post("/tasks", by: .new, from: .anotherSite), both: "303 /sign-in"),
        Row("no session | wrong token", .post("/tasks", by: .new, .wrongToken), both: "303 /sign-in"),
        Row(
            "idle session | another site", .post("/tasks", by: .idle, from: .anotherSite),
            tasksWeb: "303 /sign-in -latchkey", library: "403 -latchkey"),
        Row("idle session | wrong token", .post("/tasks", by: .idle, .wrongToken), both: "303 /sign-in -latchkey"),
        Row("idle session | no form", .post("/tasks", by: .idle, .json), tasksWeb: "415 -latchkey", library: nil),
        Row(
            "ended session | another site", .post("/tasks", by: .ended, from: .anotherSite),
            both: "303 /sign-in -latchkey"),
        Row("ended session | wrong token", .post("/tasks", by: .ended, .wrongToken), both: "303 /sign-in -latchkey"),
        Row(
            "tampered session | another site", .post("/tasks", by: .tampered, from: .anotherSite),
            both: "303 /sign-in -latchkey"),
        Row("sign-out | no session", .post("/sign-out", by: .new, from: .anotherSite), both: "303 /signed-out"),
        // The user
        Row("no session | session's row", .post("/sessions/end-others", by: .new), both: "303 /sign-in"),
        Row("no session | handler", .post("/keys/choice", by: .new), tasksWeb: "303 /sign-in", library: nil),
        Row("no session | background", .post("/tasks", by: .new, isNavigation: false), both: "401"),
        // The handler, and what the provider requires before it
        Row("another site | interaction", .post("/tasks", from: .anotherSite), both: "403", provider: interaction),
        Row(
            "wrong token | interaction", .post("/tasks", .wrongToken), tasksWeb: "403", library: nil,
            provider: interaction),
        Row("unknown path | interaction", .get("/nowhere"), both: "404", provider: interaction),
        Row(
            "interaction | handler", .get("/tasks"), both: "303 provider +latchkey-rounds +latchkey-sign-in.* refresh",
            provider: interaction),
        Row(
            "interaction | form", .post("/tasks"),
            tasksWeb: "303 provider +latchkey-kept.* +latchkey-rounds +latchkey-sign-in.* refresh",
            library: "303 provider +latchkey-rounds +latchkey-sign-in.* refresh", provider: interaction),
        Row(
            "background | interaction", .get("/tasks", isNavigation: false), both: "401 refresh",
            provider: interaction),
        Row("handler | nothing else", .post("/tasks"), both: "303 /tasks API"),
    ]

    /// A file by the name that an earlier version may have had.
    private static let file = "/assets/app-00000000.css"

    /// The session's access token has expired, and the provider requires interaction for another.
    private static let interaction: @Sendable (inout Misbehaviour) -> Void = {
        ($0.accessTokenLifetime, $0.refresh) = (0, .error("interaction_required"))
    }

    @Test("If two parts would refuse a request, the earlier one decides", arguments: Row.cases(rows))
    func earlierPart(_ tabled: Row.Case) async throws {
        try await tabled.expectOutcome()
    }
}
