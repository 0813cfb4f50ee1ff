// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the targets that wrap C: each unsafe expression is marked, so that a reader sees what the compiler can't check.
let strictMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

extension Target.Dependency {
    static let asn1 = product(name: "SwiftASN1", package: "swift-asn1")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let basicContainers = product(name: "BasicContainers", package: "swift-collections")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let deque = product(name: "DequeModule", package: "swift-collections")
    static let grdb = product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"]))
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird")
    static let inMemoryTracing = product(name: "InMemoryTracing", package: "swift-distributed-tracing")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nioConcurrencyHelpers = product(name: "NIOConcurrencyHelpers", package: "swift-nio")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHPACK = product(name: "NIOHPACK", package: "swift-nio-http2")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioHTTP2 = product(name: "NIOHTTP2", package: "swift-nio-http2")
    static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioHTTPTypesHTTP1 = product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
    static let nioHTTPTypesHTTP2 = product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let serviceLifecycleTestKit = product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
    static let tracing = product(name: "Tracing", package: "swift-distributed-tracing")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let x509 = product(name: "X509", package: "swift-certificates")
    static let yams = product(name: "Yams", package: "Yams", condition: .when(traits: ["Program"]))
}

/// The floors of `Sources`, from the ground up; a target imports nothing of a floor above its own.
///
/// `Tests` has the same, for the tests of one target. HTTPTransport is a product on the ground, because
/// WebSupport reads URLs and forms as clients do.
let floors: KeyValuePairs = [
    "Support": [
        "CCurl", "COpenSSL", "CPostgres", "CProcess", "CZlib", "Encodings", "HTTPTransport", "OTLPExport",
        "PageCompilation", "PageCompiler", "PageSupport", "PortableFoundation", "ProcessSupport", "PrometheusExport",
        "SystemLibrary", "SystemSupport", "WebSupport",
    ],
    "Libraries": [
        "AsyncHTTPClientTransport", "CurlTransport", "HTTPServer", "HummingbirdOpenIDConnect", "MisbehavingProvider",
        "OpenIDConnect", "OpenIDConnectTesting", "PostgreSQLSessionStorage", "SQLiteSessionStorage", "SealedCookies",
        "SessionStorage",
    ],
    "Development": ["DevelopmentIdentityProvider"],
    "App": ["LatchkeyApp", "SelfTest", "TaskCore", "TaskStorage", "TasksAPI", "TasksWeb", "latchkey"],
]

/// The floor of a target and its name, as a path.
func folder(_ target: String) -> String {
    guard let floor = floors.first(where: { $0.value.contains(target) }) else { fatalError("\(target) has no floor") }
    return "\(floor.key)/\(target)"
}

/// A library of Swift code.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict,
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder(name))", swiftSettings: settings,
        plugins: plugins)
}

/// A library of the system.
func systemLibrary(_ name: String, pkgConfig: String, packages: [String]) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(folder(name))", pkgConfig: pkgConfig, providers: [.apt(packages)])
}

/// For the tests and what only they use: `make test` optimizes what it tests, but not the tests, to build sooner.
let testing =
    strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

/// The tests of a target, which depend on it and on `TestSupport` without listing them.
func tests(
    _ target: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .testTarget(
        name: "\(target)Tests", dependencies: [.byName(name: target), "TestSupport"] + dependencies,
        path: "Tests/\(folder(target))Tests", swiftSettings: testing, plugins: plugins)
}

/// Links the Swift runtime in, in release mode: calls into it cost less, and the program runs without the toolchain.
///
/// Functions that requests run often are placed together, so that fewer pages of code are fetched for them. Only `make
/// build` knows which they are, from Benchmarks/requests.profdata.xz.
///
/// `-static-stdlib` by itself exports each public symbol, so all of these would stay in the program. None is exported.
///
/// The addresses that are corrected at the start are packed, in 0.1 MB in place of 3.5, if glibc reads that. It does
/// since 2.36, which also added `arc4random`.
let releaseProgram: [LinkerSetting] = {
    let linux = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
    let libraries = ["CoreFoundation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU"]
    let packed = dlsym(dlopen("libc.so.6", RTLD_NOW), "arc4random") == nil ? [] : ["-z", "pack-relative-relocs"]
    let linker = (["-z", "keep-text-section-prefix", "--no-export-dynamic"] + packed).flatMap { ["-Xlinker", $0] }
    let options = ["-static-stdlib", "-use-ld=lld"] + linker
    return [.unsafeFlags(options, linux)] + libraries.map { .linkedLibrary($0, linux) }
}()

let sources: [Target] = [
    // C libraries
    systemLibrary("CCurl", pkgConfig: "libcurl", packages: ["libcurl4-openssl-dev", "libssl-dev"]),
    systemLibrary("COpenSSL", pkgConfig: "libcrypto", packages: ["libssl-dev"]),
    systemLibrary("CPostgres", pkgConfig: "libpq", packages: ["libpq-dev"]),
    systemLibrary("CZlib", pkgConfig: "zlib", packages: ["zlib1g-dev"]),
    .target(name: "CProcess", path: "Sources/\(folder("CProcess"))"),

    // Libraries that stand alone
    library("SystemLibrary"),
    library("PortableFoundation"),
    library("Encodings", ["SystemLibrary"], settings: strictMemory),
    library("SystemSupport", ["PortableFoundation", "SystemLibrary", .tracing], settings: strictMemory),
    library("ProcessSupport", ["CProcess"], settings: strictMemory),
    library(
        "HTTPTransport",
        ["Encodings", "PortableFoundation", .coreMetrics, .httpTypes, .nioConcurrencyHelpers, .tracing]),
    library(
        "AsyncHTTPClientTransport",
        [
            "HTTPTransport", "SystemLibrary", "SystemSupport", .asyncHTTPClient, .httpTypes, .nioCore, .nioHTTP1,
            .nioPosix, .nioSSL, .serviceLifecycle,
        ]),
    library(
        "CurlTransport",
        [
            "CCurl", "CZlib", "Encodings", "HTTPTransport", "SystemLibrary", "SystemSupport", .coreMetrics, .httpTypes,
            .serviceLifecycle,
        ],
        settings: strictMemory),
    library(
        "SealedCookies",
        [
            .byName(name: "COpenSSL", condition: .when(traits: ["OpenSSL"])), "Encodings", "SystemLibrary", .crypto,
            .cryptoExtras, .nioConcurrencyHelpers,
        ],
        settings: strictMemory),
    library(
        "OpenIDConnect",
        [
            "Encodings", "HTTPTransport", "PortableFoundation", "SystemSupport", .asn1, .crypto, .cryptoExtras,
            .httpTypes, .jwtKit, .x509,
        ]),
    library(
        "SessionStorage",
        [
            "Encodings", "PortableFoundation", "SystemLibrary", .coreMetrics, .logging, .nioConcurrencyHelpers,
            .serviceLifecycle,
        ]),
    library(
        "SQLiteSessionStorage",
        ["PortableFoundation", "SessionStorage", "SystemLibrary", "SystemSupport", .grdb, .serviceLifecycle]),
    library(
        "PostgreSQLSessionStorage",
        [
            "CPostgres", "SessionStorage", "SystemLibrary", "SystemSupport", .deque, .logging, .serviceLifecycle,
        ],
        settings: strictMemory),
    library(
        "HummingbirdOpenIDConnect",
        [
            "Encodings", "HTTPTransport", "OpenIDConnect", "PortableFoundation", "SealedCookies", "SessionStorage",
            "SystemSupport", "WebSupport", .coreMetrics, .crypto, .hummingbird, .hummingbirdCore, .httpTypes, .logging,
            .nioCore, .serviceLifecycle, .tracing,
        ]),

    // Shared by the parts of the application
    library("TaskCore"),
    library(
        "TaskStorage",
        ["PostgreSQLSessionStorage", "SQLiteSessionStorage", "TaskCore", .grdb, .logging]),
    library("PageSupport", ["Encodings", .basicContainers, .nioCore]),
    library("PrometheusExport", [.coreMetrics]),
    library(
        "OTLPExport",
        [
            "Encodings", "HTTPTransport", "WebSupport", .coreMetrics, .deque, .httpTypes, .nioConcurrencyHelpers,
            .serviceLifecycle, .tracing,
        ]),
    library(
        "WebSupport",
        [
            "Encodings", "HTTPTransport", "SystemLibrary", "SystemSupport", .hummingbird, .httpTypes, .logging,
            .nioCore,
            .tracing,
        ]),
    library(
        "HTTPServer",
        [
            "Encodings", "HTTPTransport", "PortableFoundation", "WebSupport", .coreMetrics, .hummingbird,
            .hummingbirdCore, .httpTypes, .logging, .nioConcurrencyHelpers, .nioCore, .nioHTTP1, .nioHTTP2,
            .nioHTTPTypes, .nioHTTPTypesHTTP1, .nioHTTPTypesHTTP2, .nioPosix, .nioSSL, .serviceLifecycle,
        ]),

    // The application: its three parts, and the command
    library(
        "TasksAPI",
        [
            "Encodings", "HTTPServer", "HTTPTransport", "OpenIDConnect", "TaskCore", "WebSupport", .crypto,
            .hummingbird, .httpTypes, .logging, .nioCore, .serviceLifecycle,
        ]),
    library(
        "DevelopmentIdentityProvider",
        [
            "Encodings", "HTTPTransport", "PageSupport", "SystemSupport", "WebSupport", .crypto, .cryptoExtras, .grdb,
            .hummingbird, .httpTypes, .jwtKit, .logging,
        ],
        plugins: ["CompilePages"]),
    library(
        "TasksWeb",
        [
            "Encodings", "HTTPServer", "HTTPTransport", "HummingbirdOpenIDConnect", "OpenIDConnect", "PageSupport",
            "SealedCookies", "SessionStorage", "SystemSupport", "TaskCore", "WebSupport", .crypto, .hummingbird,
            .httpTypes, .logging, .nioConcurrencyHelpers, .nioCore, .nioPosix, .serviceLifecycle,
        ],
        plugins: ["CompilePages"]),
    library(
        "LatchkeyApp",
        [
            "CurlTransport", "DevelopmentIdentityProvider", "Encodings", "HTTPServer", "HTTPTransport",
            "HummingbirdOpenIDConnect", "OTLPExport", "OpenIDConnect", "PostgreSQLSessionStorage", "ProcessSupport",
            "PrometheusExport", "SQLiteSessionStorage", "SealedCookies", "SelfTest", "SessionStorage", "SystemLibrary",
            "SystemSupport", "TaskCore", "TaskStorage", "TasksAPI", "TasksWeb", "WebSupport", .coreMetrics,
            .hummingbird, .httpTypes, .logging, .nioCore, .nioPosix, .nioSSL, .serviceLifecycle, .tracing, .unixSignals,
            .yams,
        ]),
    .executableTarget(
        name: "latchkey", dependencies: ["LatchkeyApp", "SystemLibrary"], path: "Sources/\(folder("latchkey"))",
        swiftSettings: strict, linkerSettings: releaseProgram),

    // For tests, of this package and of others
    library(
        "MisbehavingProvider",
        [
            "Encodings", "HTTPServer", "HTTPTransport", "PortableFoundation", "WebSupport", .asn1, .crypto,
            .cryptoExtras, .httpTypes, .hummingbird, .logging, .nioCore, .nioPosix, .serviceLifecycle, .x509,
        ]),
    library(
        "OpenIDConnectTesting",
        [
            "HTTPTransport", "HummingbirdOpenIDConnect", "MisbehavingProvider", "OpenIDConnect", "PortableFoundation",
            "SealedCookies", "SessionStorage", "WebSupport", .httpTypes, .hummingbirdTesting, .logging, .nioCore,
        ]),
    library(
        "SelfTest",
        [
            "CurlTransport", "Encodings", "HTTPServer", "HTTPTransport", "HummingbirdOpenIDConnect",
            "MisbehavingProvider", "OpenIDConnect", "SealedCookies", "SessionStorage", "TasksWeb", "WebSupport",
            .httpTypes, .hummingbird, .logging, .nioCore, .nioPosix, .serviceLifecycle,
        ]),

    // The documentation's tutorials build these, with the settings of a package that has none
    .executableTarget(
        name: "SignedInRoute",
        dependencies: [
            "CurlTransport", "HummingbirdOpenIDConnect", "SQLiteSessionStorage", .hummingbird,
        ],
        path: "Examples/SignedInRoute"),
    .executableTarget(
        name: "Quickstart",
        dependencies: [
            "CurlTransport", "HTTPTransport", "HummingbirdOpenIDConnect", "OpenIDConnect", "SQLiteSessionStorage",
            "SealedCookies", .hummingbird,
        ],
        path: "Examples/Quickstart", exclude: ["settings.plist"]),

    // `Benchmarks/run` runs this; linked as the program is, so that their costs compare
    .executableTarget(
        name: "LibraryBenchmark",
        dependencies: [
            "CurlTransport", "Encodings", "HTTPTransport", "OpenIDConnect", "PostgreSQLSessionStorage",
            "SQLiteSessionStorage", "SealedCookies", "SystemLibrary", "TaskCore", "TaskStorage", "TasksWeb", .crypto,
            .cryptoExtras, .httpTypes, .logging,
        ],
        path: "Benchmarks/Libraries", swiftSettings: strict, linkerSettings: releaseProgram),

    // `Benchmarks/servers` runs this; linked as the program is, because valgrind fails with a shared runtime
    .executableTarget(
        name: "ServerBenchmark", dependencies: ["HTTPServer", .hummingbird, .hummingbirdCore, .logging],
        path: "Benchmarks/Servers", swiftSettings: strict, linkerSettings: releaseProgram),

    // Templates and public files become Swift
    library("PageCompilation"),
    .executableTarget(
        name: "PageCompiler", dependencies: ["PageCompilation"], path: "Sources/\(folder("PageCompiler"))",
        swiftSettings: strict),
    .plugin(name: "CompilePages", capability: .buildTool(), dependencies: ["PageCompiler"]),
]

let tests: [Target] = [
    .target(
        name: "TestSupport",
        dependencies: [
            "Encodings", "HTTPTransport", "SystemLibrary", .httpTypes, .hummingbird, .logging, .nioCore, .nioHTTP1,
            .nioPosix, .nioSSL, .serviceLifecycle,
        ],
        path: "Tests/Support/TestSupport", swiftSettings: testing),
    .target(
        name: "SiteTesting",
        dependencies: [
            "CurlTransport", "Encodings", "HTTPTransport", "HummingbirdOpenIDConnect", "MisbehavingProvider",
            "OpenIDConnectTesting", "SealedCookies", "SessionStorage", "TestSupport", "WebSupport", .crypto, .httpTypes,
            .hummingbird, .serviceLifecycle,
        ],
        path: "Tests/Libraries/SiteTesting", swiftSettings: testing),
    .target(
        name: "StorageTestSupport", dependencies: ["TaskCore", "TestSupport"],
        path: "Tests/App/StorageTestSupport", swiftSettings: testing),
    tests("Encodings"),
    tests("SystemSupport", ["SystemLibrary"]),
    tests("ProcessSupport", ["SystemLibrary", "SystemSupport"]),
    tests("HTTPTransport", [.httpTypes]),
    tests("CurlTransport", ["CZlib", "HTTPTransport", .httpTypes, .serviceLifecycle, .serviceLifecycleTestKit]),
    .testTarget(
        name: "TransportTests",
        dependencies: [
            "AsyncHTTPClientTransport", "CurlTransport", "HTTPTransport", "SystemLibrary", "TestSupport", .httpTypes,
            .serviceLifecycle, .serviceLifecycleTestKit,
        ],
        path: "Tests/Libraries/TransportTests", swiftSettings: testing),
    tests("SealedCookies", ["COpenSSL", "Encodings"]),
    tests("OpenIDConnect", ["Encodings", "HTTPTransport", "OpenIDConnectTesting", .crypto, .httpTypes, .jwtKit]),
    tests("PageSupport", [.nioCore], plugins: ["CompilePages"]),
    tests("PageCompilation"),
    tests("PrometheusExport", [.coreMetrics]),
    tests(
        "OTLPExport",
        [
            "CurlTransport", "Encodings", "HTTPTransport", "PrometheusExport", "WebSupport", .coreMetrics, .httpTypes,
            .serviceLifecycleTestKit, .tracing,
        ]),
    tests("TaskCore"),
    tests("SessionStorage", ["SiteTesting", .logging, .serviceLifecycleTestKit]),
    .testTarget(
        name: "StorageTests",
        dependencies: [
            "PostgreSQLSessionStorage", "SQLiteSessionStorage", "SessionStorage", "SiteTesting", "StorageTestSupport",
            "TaskCore", "TaskStorage", "TestSupport", .grdb, .logging,
        ],
        path: "Tests/App/StorageTests", swiftSettings: testing),
    tests("WebSupport", [.hummingbird, .hummingbirdTesting, .httpTypes]),
    tests(
        "HTTPServer",
        [
            "CurlTransport", "HTTPTransport", "PrometheusExport", "WebSupport", .coreMetrics, .hummingbird, .httpTypes,
            .hummingbirdCore, .hummingbirdTesting, .logging, .nioCore, .nioEmbedded, .nioHPACK, .nioHTTP1,
            .nioHTTPTypes, .nioHTTPTypesHTTP1, .nioPosix, .nioSSL, .serviceLifecycle,
        ]),
    tests(
        "TasksAPI",
        [
            "CurlTransport", "Encodings", "HTTPServer", "HTTPTransport", "OpenIDConnect", "StorageTestSupport",
            "TaskCore", .hummingbird, .httpTypes, .logging, .nioCore, .nioPosix, .serviceLifecycle,
        ]),
    tests(
        "DevelopmentIdentityProvider",
        [
            "HTTPTransport", "SiteTesting", .crypto, .cryptoExtras, .grdb, .hummingbird, .hummingbirdTesting,
            .httpTypes, .logging, .nioCore,
        ]),
    tests(
        "HummingbirdOpenIDConnect",
        [
            "CurlTransport", "Encodings", "HTTPTransport", "MisbehavingProvider", "OpenIDConnect",
            "OpenIDConnectTesting", "SQLiteSessionStorage", "SealedCookies", "SessionStorage", "SignedInRoute",
            "SiteTesting", "WebSupport", .crypto, .hummingbird, .hummingbirdCore, .hummingbirdTesting, .httpTypes,
            .logging, .serviceLifecycle, .serviceLifecycleTestKit,
        ]),
    tests(
        "TasksWeb",
        [
            "Encodings", "HTTPTransport", "HummingbirdOpenIDConnect", "OpenIDConnect", "PageSupport", "SealedCookies",
            "SessionStorage", "SiteTesting", "TaskCore", "WebSupport", .hummingbird, .httpTypes, .logging, .nioCore,
            .nioPosix,
        ]),
    tests(
        "LatchkeyApp",
        [
            "CurlTransport", "HTTPServer", "HTTPTransport", "HummingbirdOpenIDConnect", "MisbehavingProvider",
            "OTLPExport", "OpenIDConnect", "PostgreSQLSessionStorage", "ProcessSupport", "SQLiteSessionStorage",
            "SealedCookies", "SessionStorage", "StorageTestSupport", "SystemLibrary", "SystemSupport", "TaskCore",
            "TaskStorage", "TasksAPI", "TasksWeb", "WebSupport", .httpTypes, .logging, .nioSSL, .tracing,
        ]),
    tests(
        "OpenIDConnectTesting",
        [
            "HTTPTransport", "HummingbirdOpenIDConnect", "MisbehavingProvider", "OpenIDConnect", "SealedCookies",
            .httpTypes, .hummingbird, .hummingbirdTesting,
        ]),
    tests("SelfTest", ["CurlTransport", "HTTPTransport", "MisbehavingProvider", .httpTypes]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "CurlTransport", "HTTPServer", "HTTPTransport", "HummingbirdOpenIDConnect", "MisbehavingProvider",
            "OTLPExport", "OpenIDConnect", "PostgreSQLSessionStorage", "PrometheusExport", "Quickstart",
            "SQLiteSessionStorage",
            "SealedCookies", "SessionStorage", "SiteTesting", "StorageTestSupport", "TaskCore", "TasksAPI", "TasksWeb",
            "TestSupport", "WebSupport", .coreMetrics, .hummingbird, .httpTypes, .inMemoryTracing, .logging, .nioCore,
            .nioPosix,
            .serviceLifecycle, .tracing,
        ],
        swiftSettings: testing),
]

let fuzzed: [Target.Dependency] = [
    "Encodings", "HTTPTransport", "HummingbirdOpenIDConnect", "LatchkeyApp", "OpenIDConnect", "PageCompilation",
    "PageSupport", "SealedCookies", "SessionStorage", "TasksWeb", "WebSupport", .crypto, .httpTypes,
]

let isFuzzing = Context.environment["LATCHKEY_FUZZING"] != nil

/// The fuzz tests; for `Tests/fuzz`, which names libFuzzer to the linker, the program that feeds the same subjects.
let fuzzing: [Target] =
    !isFuzzing
    ? [
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], exclude: ["Program"], swiftSettings: testing)
    ]
    : [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "Fuzz", dependencies: fuzzed + ["CLibFuzzer"], path: "Tests/FuzzTests",
            exclude: ["FuzzTests.swift", "Mutation.swift", "OtherJSONTests.swift"], swiftSettings: strict),
    ]

let package = Package(
    name: "latchkey",
    // From this version on the standard library has `UTF8Span`.
    platforms: [.macOS(.v26)],
    products: [.executable(name: "latchkey", targets: ["latchkey"])]
        + [
            "AsyncHTTPClientTransport", "CurlTransport", "HTTPServer", "HTTPTransport", "HummingbirdOpenIDConnect",
            "MisbehavingProvider", "OpenIDConnect", "OpenIDConnectTesting", "PostgreSQLSessionStorage",
            "SQLiteSessionStorage", "SealedCookies", "SessionStorage",
        ].map { .library(name: $0, targets: [$0]) }
        + (isFuzzing ? [.executable(name: "Fuzz", targets: ["Fuzz"])] : []),
    // What only some programs need. A package of which each use has a trait's condition isn't even resolved without it.
    traits: [
        .trait(name: "SQLite", description: "SQLiteSessionStorage, by GRDB."),
        .trait(name: "OpenSSL", description: "SealedCookies by the system's OpenSSL, quicker than swift-crypto."),
        .trait(
            name: "Program", description: "The program latchkey, and this package's tests.",
            enabledTraits: ["SQLite", "OpenSSL"]),
        .default(enabledTraits: ["Program"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.1.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: sources + tests + fuzzing
)
