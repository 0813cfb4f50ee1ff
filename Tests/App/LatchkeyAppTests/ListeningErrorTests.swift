import NIOCore
import SystemLibrary
import Testing

@testable import LatchkeyApp

@Suite struct ListeningErrorTests {
    @Test(
        "A listen address that can't be used is named with the reason and what to do",
        arguments: [
            (EADDRINUSE, "(it is in use); stop what uses it, or name another address"),
            (EACCES, "(this user may not); name another address"),
            (EMFILE, "(too many files are open); raise the limit (ulimit -n, LimitNOFILE)"),
        ])
    func listening(code: Int32, words: String) {
        let error = SettingError(listeningAt: "127.0.0.1:80", "listen", IOError(errnoCode: code, reason: "bind"))
        #expect(error?.description == "listen: 127.0.0.1:80 can't be listened at \(words)")
    }
}
