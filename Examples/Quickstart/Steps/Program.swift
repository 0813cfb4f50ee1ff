/// Runs the complete app, or, by `Quickstart 2`, the app as it is after step 2 of the tutorial.
@main
struct Program {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case nil, "5": try await Quickstart.main()
        case "1": try await Step1.main()
        case "2": try await Step2.main()
        case "3": try await Step3.main()
        case "4": try await Step4.main()
        case let step?: print("There is no step \(step).")
        }
    }
}
