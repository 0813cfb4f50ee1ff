@testable import LatchkeyApp

/// A settings file, as a property list, JSON and YAML: it is read, or its faults are named.
struct SettingsSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>clientId</key><string>a</string><key>fullScreen</key><true/>
            <key>scopes</key><array><string>b</string></array><key>apiTimeout</key><integer>5</integer></dict></plist>
            """,
            #"{"clientId":"a","fullScreen":true,"scopes":["b","c"],"apiTimeout":5}"#,
            "clientId: a\nfullScreen: true\nscopes: [b, c]\napiTimeout: 5\n",
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        let reader = FileReader { _ throws(UnreadableFileError) in bytes }
        for ending in ["plist", "json", "yaml"] {
            do {
                let file = try SettingsFile(path: "settings.\(ending)", origin: "--settings", reader: reader)
                if file.errors.contains(where: { $0.description.isEmpty }) { return "a fault says nothing" }
            } catch {
                if error.description.isEmpty { return "a fault says nothing" }
            }
        }
        return nil
    }
}
