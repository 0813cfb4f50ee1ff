import FoundationEssentials
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import LatchkeyApp

extension PEMFile {
    /// A file as it is now, whose contents don't matter.
    fileprivate init(path: String) { self.init(path: path, stamp: FileStamp(path), contents: Secret("")) }
}

@Suite struct ReloaderTests {
    private struct Unusable: Error, CustomStringConvertible {
        let description = "the file\nholds nothing"
    }

    private static let parts = [
        Reloader.Part(name: "keys") { _ in }, Reloader.Part(name: "certificates") { _ in throw Unusable() },
        Reloader.Part(name: "secrets") { _ in },
    ]

    @Test("Each part of the settings is reloaded by itself, and a failed part is reported by itself") func each()
        async throws
    {
        let reloader = Reloader(parts: Self.parts, configuration: try SettingsReading.read()) {
            try SettingsReading.read()
        }
        #expect(
            await reloader.reloadAll().map(\.text) == [
                "the keys were reloaded",
                "the certificates stay as they were: the file\nholds nothing",
                "the secrets were reloaded",
            ])
    }

    @Test("A reload of unreadable settings changes nothing, with one report that names the setting") func unreadable()
        async throws
    {
        let reloader = Reloader(parts: Self.parts, configuration: try SettingsReading.read()) {
            try SettingsReading.read(["--client-key-file", "/nowhere"])
        }
        let lines = await reloader.reloadAll().map(\.text)
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.hasPrefix("the keys, certificates, secrets stay as they were: "))
        #expect(line.contains("clientKeyFile"))
    }

    @Test("Changed settings that no part reloads are named, as compared to the start")
    func others() async throws {
        let before = ["--client-id", "app", "--authority", "https://id.example", "--client-secret", "one"]
        let changed = ["--client-id", "app", "--authority", "https://id.example", "--client-secret", "two"]
        let arguments = Mutex(changed + ["--log-level", "debug", "--api-timeout", "3"])
        let part = Reloader.Part(name: "secrets", settings: ["clientSecret"]) { _ in }
        let reloader = Reloader(parts: [part], configuration: try SettingsReading.read(before)) {
            try SettingsReading.read(arguments.withLock(\.self))
        }
        let words = "restart latchkey to apply their new values"
        for _ in 0..<2 {
            let lines = await reloader.reloadAll().map(\.text)
            #expect(
                lines == [
                    "the secrets were reloaded", "the settings apiTimeout, logLevel stay as they were: \(words)",
                ])
        }
        arguments.withLock { $0 = before + ["--log-level", "loud"] }
        #expect(await reloader.reloadAll().count == 1, "settings that can't be read have one line alone")
        arguments.withLock { $0 = changed }
        #expect(await reloader.reloadAll().map(\.text) == ["the secrets were reloaded"])
    }

    @Test(
        "Changes in entries of moreAuthorities are named with the entry, and a new entry as the list's",
        arguments: [
            (#""name":"a","label":"A","scopes":["x"]"#, ["moreAuthorities.a.scopes"]),
            (#""name":"a","label":"B""#, ["moreAuthorities.a.label"]), (#""name":"b""#, ["moreAuthorities"]),
            (#""name":"a","label":"A""#, []),
        ])
    func entries(_ entry: String, _ names: [String]) throws {
        func given(_ entry: String) throws -> GivenSettings {
            let list = #"{"moreAuthorities":[{\#(entry),"authority":"https://a.example","clientId":"c"}]}"#
            return try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": list]).given
        }
        #expect(try given(entry).changes(since: given(#""name":"a","label":"A""#)) == Set(names))
    }

    @Test("A changed certificate that can't be loaded is tried again, although its files stay as they are")
    func triedAgain() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("certificate")
        let isUsable = Mutex(false)
        let part = Reloader.Part(name: "certificates", certificateFiles: { _ in [PEMFile(path: file)] }) { _ in
            if !isUsable.withLock(\.self) { throw Unusable() }
        }
        let reloader = Reloader(parts: [part], configuration: try SettingsReading.read()) {
            try SettingsReading.read()
        }
        #expect(await reloader.reloadChanged().isEmpty)
        #expect(FileManager.default.createFile(atPath: file, contents: Data("new".utf8)))
        let refusal = "the certificates stay as they were: the file\nholds nothing"
        #expect(await reloader.reloadChanged().map(\.text) == [refusal])
        #expect(await reloader.reloadChanged().isEmpty)
        isUsable.withLock { $0 = true }
        #expect(await reloader.reloadChanged().map(\.text) == ["the certificates were reloaded"])
        #expect(await reloader.reloadChanged().isEmpty)
    }
}
