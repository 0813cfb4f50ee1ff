import SealedCookies

/// `latchkey key`: prints a new session key.
enum KeyCommand {
    static func run() throws -> Int32 {
        StandardStream.output.write(try SealingKey.generate().text)
        return ExitCode.success
    }
}
