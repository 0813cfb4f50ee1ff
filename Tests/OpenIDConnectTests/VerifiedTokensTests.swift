import Encodings
import FoundationEssentials
import Testing

@testable import OpenIDConnect

@Suite struct VerifiedTokensTests {
    private static let one = "e30.AAAA.QUFBQXg"

    @Test("The signature of a token is computed once")
    func once() throws {
        #expect(try computations(for: [Self.one, Self.one, Self.one]) == 1)
    }

    @Test(
        "That of any other token is computed, too",
        arguments: [
            "eyJhIjoxfQ.AAAA.QUFBQXg", "e30.AAAB.QUFBQXg", "e30.AAAA.QUFBQXk", "e30.AAAA.QUFB", "e30.AAAA.",
            // Of the same bytes, if nothing separates what is signed from the signature.
            "e30.AAAAAAAA.eA",
        ])
    func others(_ other: String) throws {
        #expect(try computations(for: [Self.one, other, Self.one]) == 2)
    }

    @Test("A token isn't remembered if its signature is wrong")
    func wrong() throws {
        let (tokens, token) = (VerifiedTokens(), try token(Self.one))
        #expect(!tokens.contains(token) { false })
        #expect(!tokens.contains(token) { false })
        #expect(tokens.contains(token) { true })
    }

    @Test("A token that keeps coming is remembered, and of the others only the latest are")
    func bound() throws {
        let tokens = VerifiedTokens(atMost: 8)
        let all = try (0..<1000).map { try token("e30.\(Base64URL.encode(Array("\($0)".utf8))).AAAA") }
        #expect(tokens.contains(all[0]) { true })
        for token in all.dropFirst() {
            #expect(tokens.contains(all[0]) { false })
            #expect(!tokens.contains(token) { false })
            #expect(tokens.contains(token) { true })
        }
        let remembered = all.filter { token in tokens.contains(token) { false } }.count
        #expect((5...8).contains(remembered))
    }

    /// Verifies tokens whose signatures are right, and counts how often one was computed.
    private func computations(for texts: [String]) throws -> Int {
        let tokens = VerifiedTokens()
        var computations = 0
        for text in texts {
            let isRight = tokens.contains(try token(text)) {
                computations += 1
                return true
            }
            #expect(isRight)
        }
        return computations
    }

    private func token(_ text: String) throws -> SignedToken { try #require(SignedToken(parsing: text)) }
}
