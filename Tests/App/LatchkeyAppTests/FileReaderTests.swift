import Testing

@testable import LatchkeyApp

@Suite struct FileReaderTests {
    @Test("A device isn't read, and the error says so", arguments: ["/dev/null", "/dev/zero"])
    func devices(_ path: String) {
        let error = #expect(throws: UnreadableFileError.self) { try FileReader.system.read(path) }
        #expect(error?.reason == "is not a regular file")
    }

    @Test("A folder isn't read, and the error says so") func folder() {
        let error = #expect(throws: UnreadableFileError.self) { try FileReader.system.read("/tmp") }
        #expect(error?.reason == "is a folder")
    }
}
