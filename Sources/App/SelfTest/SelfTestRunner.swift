import CurlTransport

/// Tries this build's relying party and web front end on a provider that errs on command.
///
/// First come the modules of the OpenID Foundation's relying-party test plans that the code flow meets, then modules
/// that the plans lack. All takes place on loopback sockets; no settings and no files are used.
package enum SelfTestRunner {
    /// Runs every module, and reports each on a separate line.
    ///
    /// - Returns: Whether all passed.
    /// - Throws: If the test can't be set up.
    package static func run(report: (String) -> Void) async throws -> Bool {
        let transport = try CurlClient()
        let allPassed = await run(ModuleTable.all, on: Bench(transport: transport), report: report)
        await transport.shutDown()
        return allPassed
    }

    static func run(_ tables: [ModuleTable], on bench: Bench, report: (String) -> Void) async -> Bool {
        var (passed, failed) = (0, 0)
        for table in tables {
            if !table.plan.isFoundations { report("") }
            for module in table.modules {
                let failure = await module.run(on: bench)
                report(ResultLine(name: module.name, plan: table.plan, failure: failure).text)
                if failure == nil { passed += 1 } else { failed += 1 }
            }
        }
        report("\(passed) passed, \(failed) failed")
        return failed == 0
    }
}

/// Something that was seen and should not have been, in words.
struct SelfTestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws the words unless something is so.
    static func unless(_ isSo: Bool, _ words: @autoclosure () -> String) throws {
        guard isSo else { throw SelfTestError(words()) }
    }
}
