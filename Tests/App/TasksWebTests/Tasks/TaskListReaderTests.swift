import HTTPTransport
import HTTPTypes
import TaskCore
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct TaskListReaderTests {
    private static let ours: HTTPFields = [.totalCount: "3", .completedCount: "1"]

    private func page(
        _ json: String, _ fields: HTTPFields = [:], filter: TaskFilter = .all, after: String? = nil
    ) throws -> TaskList {
        try TaskListReader.page(
            TransportResponse(status: .ok, headerFields: fields, body: Array(json.utf8)), filter: filter, after: after)
    }

    /// Tasks with the identifiers of a range, each third completed.
    private func items(_ range: Range<Int>) -> String {
        "[\(range.map { #"{"id":"\#($0)","task":"t\#($0)","completed":\#($0 % 3 == 0)}"# }.joined(separator: ","))]"
    }

    /// The same of the quickstart's dialect.
    private func plainItems(_ range: Range<Int>) -> String {
        "[\(range.map { #"{"task":"t\#($0)"}"# }.joined(separator: ","))]"
    }

    @Test("A list in the embedded API's dialect has its counts from the API") func ours() throws {
        let list = try page(items(1..<4), Self.ours)
        #expect(list.items.map(\.id) == ["1", "2", "3"])
        #expect(list.active == .exactly(2))
        #expect(list.canChange && list.hasCompleted && list.next == nil)
    }

    @Test(
        "A response that is no list of tasks is an error of the API's",
        arguments: ["", "{}", "<html>", "[{}]", #"{"error":"x"}"#])
    func nonsense(
        _ json: String
    ) async {
        await expectPageError(.apiUnavailable) { try page(json) }
    }

    @Test(
        "The quickstart's dialect has nothing to change",
        arguments: [
            #"[{"task":"a"}]"#, #"[{"Text":"a"}]"#, #"[{"_id":"1","task":"a","date":"x"}]"#, "[]",
        ])
    func quickstart(_ json: String) throws {
        let list = try page(json)
        #expect(!list.canChange && !list.hasCompleted && list.next == nil)
        #expect(list.items.allSatisfy { $0.id == nil })
        #expect(list.active == .exactly(list.items.count))
    }

    @Test("The embedded API's empty list is recognized by its counts") func emptyOfOurs() throws {
        let list = try page("[]", [.totalCount: "0", .completedCount: "0"])
        #expect(list.canChange && list.active == .exactly(0) && list.items.isEmpty)
    }

    @Test(
        "A Link to more leads on from the last task",
        arguments: [
            #"<http://h/tasks?after=3>; rel="next""#, "</tasks>;rel=next", #"<x>; rel="prev", <y>; rel="next""#,
            #"<x>; REL="NEXT""#,
            #"<x>; title="a"; rel="last next""#,
        ])
    func link(_ value: String) throws {
        #expect(try page(items(1..<4), [.link: value]).next == "3")
    }

    @Test(
        "A Link to anything else leads nowhere",
        arguments: [
            #"<x>; rel="prev""#, #"<http://h/?rel=next>; rel="prev""#, #"<http://h/?a;rel=next>; rel="first""#,
            #"<x>; rel="nextish""#, "",
            "next",
            #"<x>; title="next""#, #"<x>; rev="next""#,
        ])
    func otherLink(_ value: String) throws {
        #expect(try page(items(1..<4), [.link: value]).next == nil)
    }

    @Test("Each of several Link fields is read") func links() throws {
        var fields = HTTPFields()
        for value in [#"<x>; rel="first""#, #"<y>; rel="next""#] { fields.append(HTTPField(name: .link, value: value)) }
        #expect(try page(items(1..<4), fields).next == "3")
    }

    @Test("After a page that the filter leaves empty, the next page follows the last task that the API sent")
    func linkOfUnfilteredPage() throws {
        let completed = #"[{"id":"1","task":"a","completed":true},{"id":"2","task":"b","completed":true}]"#
        let list = try page(completed, [.link: #"<x>; rel="next""#], filter: .active)
        #expect(list.items.isEmpty && list.next == "2" && list.active == .moreThan(0))
        #expect(try page(items(1..<4), [.link: #"<x>; rel="next""#], filter: .active).next == "3")
    }

    @Test("An API that pages otherwise gets no second request for the same page", arguments: [TaskFilter.all, .active])
    func linkOfSamePage(_ filter: TaskFilter) throws {
        let list = try page(items(1..<4), [.link: #"<x>; rel="next""#], filter: filter, after: "3")
        #expect(list.items.isEmpty && list.next == nil)
    }

    @Test("The Link of an empty page leads nowhere, not round in circles") func linkOfNothing() throws {
        #expect(try page("[]", [.totalCount: "0", .link: #"<x>; rel="next""#]).next == nil)
    }

    @Test("The list of an API that ignores limit and after is paged here, to the last task") func paging() throws {
        var after: String?
        var seen: [String] = []
        var pages = 0
        repeat {
            let list = try page(items(1..<251), after: after)
            #expect(list.items.count <= 100)
            seen += list.items.compactMap(\.id)
            after = list.next
            pages += 1
        } while after != nil && pages < 10
        #expect(pages == 3)
        #expect(seen == (1..<251).map(String.init))
    }

    @Test("The list of the quickstart's dialect is paged here, by counting") func plainPaging() throws {
        var after: String?
        var seen: [String] = []
        var pages = 0
        repeat {
            let list = try page(plainItems(0..<250), after: after)
            seen += list.items.map(\.text)
            after = list.next
            pages += 1
        } while after != nil && pages < 10
        #expect(pages == 3)
        #expect(seen == (0..<250).map { "t\($0)" })
    }

    @Test("Texts that are very long together are spread over pages", arguments: [true, false])
    func longTexts(_ canChange: Bool) throws {
        let lengths = [200_000, 200_000, 10_000, 500_000, 1, 400_000]
        let tasks = lengths.enumerated().map { number, length in
            let id = canChange ? #""id":"\#(number)","# : ""
            return #"{\#(id)"task":"\#(String(repeating: "\(number)", count: length))"}"#
        }
        let json = "[\(tasks.joined(separator: ","))]"
        var pages: [[Int]] = []
        var after: String?
        repeat {
            let list = try page(json, after: after)
            pages.append(list.items.map(\.text.count))
            after = list.next
        } while after != nil && pages.count < lengths.count
        #expect(pages == [[200_000, 200_000], [10_000], [500_000], [1, 400_000]])
    }

    @Test("A hundred tasks of the embedded API fit on one page, however long they are") func longestTasks() throws {
        let text = String(repeating: "\u{1F511}", count: TaskText.maximumScalars)
        let tasks = (0..<TaskList.pageSize).map { #"{"id":"\#($0)","task":"\#(text)"}"# }
        #expect(try page("[\(tasks.joined(separator: ","))]", Self.ours).next == nil)
    }

    @Test("The list of an API that respects after isn't paged once more") func afterHeeded() throws {
        #expect(try page(items(101..<151), after: "100").items.count == 50)
    }

    @Test(
        "An impossible place shows the list from its start or its end, and causes no trap",
        arguments: [
            "-1", "x", "", "99999999999999999999999999", "9223372036854775807", "-9223372036854775808", "3.5", "٣",
        ])
    func oddPlaces(_ after: String) throws {
        #expect(try page(plainItems(0..<3), after: after).items.count <= 3)
        #expect(try page(items(1..<4), after: after).items.count == 3)
    }

    @Test("Exactly a hundred tasks are one page") func exactPage() throws {
        #expect(try page(items(0..<100)).next == nil)
        #expect(try page(plainItems(0..<100)).next == nil)
        #expect(try page(plainItems(0..<101)).next == "100")
        #expect(try page(items(0..<101)).next == "99")
    }

    @Test(
        "A filter that the API ignores is applied here",
        arguments: [
            (TaskFilter.all, 9), (.active, 6), (.completed, 3),
        ])
    func filters(_ filter: TaskFilter, _ count: Int) throws {
        let list = try page(items(1..<10), filter: filter)
        #expect(list.items.count == count)
        #expect(list.items.allSatisfy { filter.completed == nil || $0.completed == filter.completed })
    }

    @Test("A task without completion counts as active") func noCompletion() throws {
        let json = #"[{"id":"1","task":"a"},{"id":"2","task":"b","completed":true}]"#
        #expect(try page(json, filter: .active).items.map(\.id) == ["1"])
        #expect(try page(json, filter: .completed).items.map(\.id) == ["2"])
        #expect(try page(json).active == .exactly(1))
    }

    @Test(
        "Without the counts, a list of more than a page is known in part",
        arguments: [
            #"[{"id":"1","task":"a","completed":false}]"#
        ])
    func unknownCount(_ json: String) throws {
        #expect(try page(json, [.link: #"<x>; rel="next""#]).active == .moreThan(1))
        #expect(try page(plainItems(0..<150)).active == .moreThan(100))
        #expect(try page(json, after: "0").active == .moreThan(1))
    }

    @Test(
        "Without the counts, the active tasks that are all on one page are counted there, whether the API heeds the filter or not"
    )
    func countOfActive() throws {
        #expect(try page(items(1..<3), filter: .active).active == .exactly(2))
        #expect(try page(items(1..<4), filter: .active).active == .exactly(2))
        #expect(try page("[]", filter: .active).active == .exactly(0))
        #expect(try page(items(1..<3), [.link: #"<x>; rel="next""#], filter: .active).active == .moreThan(2))
        #expect(try page(items(1..<3), filter: .active, after: "0").active == .moreThan(2))
    }

    @Test(
        "Impossible counts count as absent",
        arguments: [
            (["-1", "0"], 3), (["x", "1"], 3), (["", ""], 3), (["3", "-1"], 3), (["3"], 3), (["1.5", "0"], 3),
        ])
    func oddCounts(_ counts: [String], _ count: Int) throws {
        var fields: HTTPFields = [.totalCount: counts[0]]
        if counts.count > 1 { fields[.completedCount] = counts[1] }
        #expect(
            try page(#"[{"id":"1","task":"a"},{"id":"2","task":"b"},{"id":"3","task":"c"}]"#, fields).active
                == .exactly(count))
    }

    @Test("More completed tasks than there are leave none active") func contradiction() throws {
        #expect(try page("[]", [.totalCount: "1", .completedCount: "5"]).active == .exactly(0))
        #expect(try page("[]", [.totalCount: "5", .completedCount: "5"]).hasCompleted)
    }
}
