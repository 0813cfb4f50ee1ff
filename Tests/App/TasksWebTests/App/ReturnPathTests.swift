import HummingbirdOpenIDConnect
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct ReturnPathTests {
    @Test("A return path that leads elsewhere counts as not given", arguments: HostileReturnPaths.all) func hostile(
        _ text: String
    ) {
        #expect(ReturnPath(text) == nil, "\(text.debugDescription) was taken")
    }

    @Test("The list of hostile return paths has 200 payloads and more, each once") func list() {
        #expect(HostileReturnPaths.all.count >= 200)
        #expect(Set(HostileReturnPaths.all.map { Array($0.utf8) }).count == HostileReturnPaths.all.count)
    }

    @Test(
        "A return path to a page of this site is accepted as it was given",
        arguments: [
            "/", "/?", "/tasks", "/tasks/", "/tasks?", "/tasks?show=all", "/tasks?show=active&after=01j0000000",
            "/tasks?after=a%2Fb%3F%26",
            "/tasks?show=%E4%BD%A0", "/tasks?x=https://elsewhere.example//a", "/tasks?x=//elsewhere.example",
            "/tasks?x=../..",
            "/tasks?x=%0A%",
            "/tasks?returnTo=%2Fsign-in", "/tasks?x=/auth/", "/tasks??", "/tasks?x=a|b^c{d}", "/claims", "/sessions",
            "/signed-out",
            "/language?lang=de", "/authors", "/authentic/x", "/sign-ins", "/sign-in-help", "/profiles",
            "/profile-picture",
            "/password-resets",
            "/a/auth/b", "/a/sign-in", "/tasks/01j0000000", "/tasks/%E4%BD%A0", "/tasks/a%20b", "/.well-known/x",
            "/...", "/a..b",
            "/tasks:80",
            "/@alice", "/tasks;v=1", "/~alice", "/a%2Fb", "/Tasks",
        ])
    func good(_ text: String) {
        #expect(ReturnPath(text)?.value == text)
    }

    @Test("Without a return path there is none") func none() {
        #expect(ReturnPath(nil) == nil)
    }

    @Test("A return path may have 500 bytes, its query counted") func length() {
        let longest = "/tasks?x=" + String(repeating: "y", count: 491)
        #expect(ReturnPath(longest) != nil)
        #expect(ReturnPath(longest + "y") == nil)
        #expect(ReturnPath("/" + String(repeating: "%2e", count: 100_000)) == nil)
    }

    @Test("A return path with a byte other than visible ASCII isn't accepted, wherever it stands") func everyByte() {
        for byte in UInt8.min...UInt8.max where !(0x21...0x7E).contains(byte) {
            for text in [[47, byte], [47, 97, byte], [byte, 47], [47, 63, byte]] as [[UInt8]] {
                #expect(ReturnPath(String(decoding: text, as: UTF8.self)) == nil)
                #expect(ReturnPath(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))) == nil)
            }
        }
    }

    @Test("An accepted return path always starts with one slash and another character, and has no step up") func fuzz()
        async
    {
        var generator = SeededGenerator(seed: 9)
        let pieces = [
            "/", "\\", ".", "..", "%2f", "%5C", "%2e", "%", "a", "?", "#", "auth", "sign-in", "@", ":", "\t", "%25",
            "tasks", "//", "é",
        ]
        var taken = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            let text = (0..<Int.random(in: 1...7, using: &generator)).map { _ in generator.one(of: pieces) }.joined()
            guard let path = ReturnPath(text)?.value else { continue }
            taken += 1
            let plain = path.prefix { $0 != "?" }
            #expect(
                plain.hasPrefix("/") && !plain.hasPrefix("//") && !plain.contains("\\") && !plain.contains("/../"),
                "\(path)")
            #expect(!plain.hasPrefix("/auth/") && plain != "/sign-in", "\(path)")
        }
        #expect(taken > 100, "\(taken) were taken")
    }
}
