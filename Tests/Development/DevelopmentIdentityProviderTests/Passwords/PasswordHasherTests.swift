import FoundationEssentials
import Testing

@testable import DevelopmentIdentityProvider

@Suite struct PasswordHasherTests {
    /// Cheap, so that the tests are quick; ``ScryptParameters/standard`` has a separate test.
    private let hasher: PasswordHasher

    init() throws {
        hasher = PasswordHasher(parameters: try #require(ScryptParameters(logN: 4, blockSize: 8, parallelization: 1)))
    }

    @Test(
        "A password verifies against its hash, and nothing else does",
        arguments: ["latchkey", "", "pä\0ss 🔑", String(repeating: "x", count: 5000)])
    func verifies(_ password: String) async throws {
        let stored = try await hasher.hash(password)
        #expect(await hasher.verify(password, against: stored))
        #expect(await !hasher.verify(password + "x", against: stored))
        #expect(await !hasher.verify("other", against: stored))
    }

    @Test("Two hashes of one password differ") func salted() async throws {
        #expect(try await hasher.hash("latchkey") != hasher.hash("latchkey"))
    }

    @Test("The standard parameters are written into the text, and work under the standard limit") func standard()
        async throws
    {
        let standard = PasswordHasher()
        let stored = try await standard.hash("latchkey")
        #expect(stored.hasPrefix("$scrypt$ln=15,r=8,p=1$"))
        #expect(await standard.verify("latchkey", against: stored))
        #expect(await hasher.verify("latchkey", against: stored), "another hasher reads the costs from the text")
    }

    @Test(
        "Without an account the password is refused, after the same work",
        arguments: [nil, "", "$scrypt$unreadable"])
    func unknownAccount(_ stored: String?) async throws {
        let costly = PasswordHasher(
            parameters: try #require(ScryptParameters(logN: 13, blockSize: 8, parallelization: 1)))
        var least = Duration.seconds(60)
        for _ in 0..<5 {
            let spent = await ContinuousClock().measure { #expect(await !costly.verify("latchkey", against: stored)) }
            least = min(least, spent)
        }
        #expect(least > .milliseconds(2), "no machine fills 8 MiB and mixes them in less")
    }

    @Test(
        "A stored text in another format never verifies",
        arguments: [
            "", "latchkey", "$scrypt$", "$scrypt$ln=4,r=8,p=1$$",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA",
            "$scrypt$ln=4,r=8$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=99,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=4,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func foreignText(_ stored: String) async {
        #expect(PasswordRecord(parsing: stored) == nil)
        #expect(await !hasher.verify("latchkey", against: stored))
    }

    @Test("A stored hash with anything changed no longer verifies") func tampered() async throws {
        let stored = Array(try await hasher.hash("latchkey").utf8)
        for index in stored.indices {
            var changed = stored
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(
                await !hasher.verify("latchkey", against: String(decoding: changed, as: UTF8.self)), "byte \(index)")
        }
    }

    @Test("A hash that needs more memory than the limit is an error that says so") func memoryLimit() async throws {
        let small = PasswordHasher(memoryLimit: 1 << 20)
        await #expect(throws: PasswordHashError()) { try await small.hash("latchkey") }
    }

    @Test("Many verifications at once each get their own result") func concurrent() async throws {
        let stored = try await hasher.hash("7")
        let right: [Int] = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<64 { group.addTask { (number, await hasher.verify("\(number)", against: stored)) } }
            return await group.reduce(into: []) { if $1.1 { $0.append($1.0) } }
        }
        #expect(right == [7])
    }

    @Test("Other tasks go on while hashes are made") func poolStaysFree() async throws {
        let costly = PasswordHasher(
            parameters: try #require(ScryptParameters(logN: 14, blockSize: 8, parallelization: 1)))
        let finished: [String] = await withTaskGroup(of: String.self) { group in
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { await costly.verify("latchkey", against: nil) ? "right" : "hash" }
            }
            group.addTask { "other" }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            finished.prefix(2).contains("other"),
            "on Swift's own pool it would wait for as many hashes as there are processors")
    }
}
