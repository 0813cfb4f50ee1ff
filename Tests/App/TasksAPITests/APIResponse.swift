import FoundationEssentials
import HTTPTypes
import Testing

/// A response of the API.
struct APIResponse {
    let status: Int
    let fields: HTTPFields
    let body: Data

    subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }

    /// Expects a problem document of that status; returns the document.
    @discardableResult
    func expectProblem(_ status: Int, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        throws
        -> ProblemDocument
    {
        #expect(self.status == status, comment, sourceLocation: sourceLocation)
        #expect(self["Content-Type"] == "application/problem+json", comment, sourceLocation: sourceLocation)
        #expect(self["Cache-Control"] == "no-store", comment, sourceLocation: sourceLocation)
        let problem = try decoded(as: ProblemDocument.self)
        #expect(problem.status == status, comment, sourceLocation: sourceLocation)
        #expect(problem.type == "about:blank", comment, sourceLocation: sourceLocation)
        #expect(!problem.title.isEmpty, comment, sourceLocation: sourceLocation)
        return problem
    }
}

/// A task on the wire.
struct Item: Decodable, Equatable {
    var id: String
    var task: String
    var owner: String
    var completed: Bool
    var creationDate: String
}

/// A problem document on the wire.
struct ProblemDocument: Decodable {
    var type: String
    var title: String
    var status: Int
    var detail: String?
}
