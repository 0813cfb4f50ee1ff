import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct CurlInboxTests {
    private let transfer: CurlTransfer

    init() throws {
        transfer = CurlTransfer(TransportRequest(.get, try #require(HTTPURL("http://127.0.0.1/"))))
    }

    @Test("The loop is woken by the first letter that finds it asleep, and by no other")
    func wakesOnce() {
        var inbox = CurlInbox()
        #expect(inbox.post(.start(transfer)) == .posted)
        #expect(inbox.fallAsleep() == false)
        var batch: [CurlInbox.Letter] = []
        #expect(inbox.take(into: &batch) == true)
        #expect(batch.count == 1)
        #expect(inbox.fallAsleep() == true)
        #expect(inbox.post(.cancel(transfer)) == .wakeLoop)
        #expect(inbox.post(.start(transfer)) == .posted)
        #expect(inbox.take(into: &batch) == true)
        #expect(batch.count == 2)
        #expect(inbox.take(into: &batch) == true)
        #expect(batch.isEmpty)
    }

    @Test("A closed inbox takes nothing more, but gives out what it has")
    func closed() {
        var inbox = CurlInbox()
        #expect(inbox.post(.start(transfer)) == .posted)
        #expect(inbox.close() == false)
        #expect(inbox.post(.start(transfer)) == .refused)
        var batch: [CurlInbox.Letter] = []
        #expect(inbox.take(into: &batch) == false)
        #expect(batch.count == 1)
        #expect(inbox.fallAsleep() == false)
    }

    @Test("Closing wakes a loop that sleeps")
    func closingWakes() {
        var inbox = CurlInbox()
        #expect(inbox.fallAsleep() == true)
        #expect(inbox.close() == true)
        #expect(inbox.close() == false)
    }
}
