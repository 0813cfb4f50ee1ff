import Foundation

@testable import TasksWeb

/// A path to return to: a browser stays on this site with it, however it reads URLs.
struct ReturnPathSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            "/tasks?show=active&after=1", "/sessions", "//elsewhere.example/", "/%2F%2Felsewhere.example",
            "/\\elsewhere.example",
        ].map {
            Array($0.utf8)
        }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let path = ReturnPath(String(decoding: bytes, as: UTF8.self))?.value else { return nil }
        let site = URL(string: "https://site.example:8443/auth/")
        guard let target = URL(string: path, relativeTo: site)?.absoluteURL else { return nil }
        guard target.host == "site.example", target.scheme == "https", target.port == 8443 else {
            return "it leads to \(target.host ?? "")"
        }
        let second = path.utf8.dropFirst().first
        return second == UInt8(ascii: "/") || second == UInt8(ascii: "\\") ? "it starts with two slashes" : nil
    }
}
