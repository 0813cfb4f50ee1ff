// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the targets that wrap C: each unsafe expression is marked, so that a reader sees where the compiler's help ends.
let strictMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

let http: [Target.Dependency] = ["HTTPTransport", .product(name: "HTTPTypes", package: "swift-http-types")]
let hummingbird: [Target.Dependency] =
    http + [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    ]

/// The tests of a target, with what they need beside it and the support that all share.
func tests(_ target: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(target)Tests", dependencies: [.byName(name: target), "TestSupport"] + dependencies,
        swiftSettings: strict)
}

let tests: [Target] = [
    .target(
        name: "TestSupport",
        dependencies: http + [
            "SessionRegistry",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ],
        path: "Tests/TestSupport", swiftSettings: strict),
    tests("Encodings"),
    tests("HTTPTransport", [.product(name: "HTTPTypes", package: "swift-http-types")]),
    tests(
        "CurlTransport",
        http + [
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        ]),
    tests("SealedCookies", ["COpenSSL", "Encodings"]),
    tests(
        "OpenIDConnect",
        http + [
            "Encodings", .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "JWTKit", package: "jwt-kit"),
        ]),
    .testTarget(
        name: "PageSupportTests", dependencies: ["PageSupport"], swiftSettings: strict, plugins: ["CompilePages"]),
    tests("PageCompilation"),
    tests("TaskCore"),
    tests("SessionRegistry", ["StorageTestSupport", .product(name: "Logging", package: "swift-log")]),
    tests("ProcessLimits"),
    .target(
        name: "StorageTestSupport", dependencies: ["TestSupport"], path: "Tests/StorageTestSupport",
        swiftSettings: strict),
    .testTarget(
        name: "StorageTests",
        dependencies: [
            "PostgreSQLStorage", "SQLiteStorage", "SessionRegistry", "StorageTestSupport", "TaskCore",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: strict),
    tests(
        "SQLiteStorage",
        ["SessionRegistry", "StorageTestSupport", "TaskCore", .product(name: "GRDB", package: "GRDB.swift")]),
    tests(
        "PostgreSQLStorage",
        ["SessionRegistry", "StorageTestSupport", "TaskCore", .product(name: "Logging", package: "swift-log")]),
    tests("TasksAPI", hummingbird + ["CurlTransport", "Encodings", "OpenIDConnect", "TaskCore", "WebServing"]),
    tests(
        "DevelopmentIdentityProvider",
        hummingbird + [
            .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
            .product(name: "GRDB", package: "GRDB.swift"), .product(name: "HummingbirdTesting", package: "hummingbird"),
        ]),
    tests(
        "WebServing",
        hummingbird + [
            "CurlTransport", .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHPACK", package: "swift-nio-http2"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ]),
    tests(
        "HummingbirdOpenIDConnect",
        hummingbird + [
            "CurlTransport", "MisbehavingProvider", "OpenIDConnect", "SealedCookies", "SignedInRoute",
            .product(name: "HummingbirdTesting", package: "hummingbird"),
        ]),
    tests(
        "TasksWeb",
        hummingbird + [
            "Encodings", "HummingbirdOpenIDConnect", "OpenIDConnect", "PageSupport", "SealedCookies", "SessionRegistry",
            "TaskCore",
            "WebServing",
        ]),
    tests(
        "Latchkey",
        http + [
            "CurlTransport", "MisbehavingProvider", "OpenIDConnect", "PostgreSQLStorage", "SQLiteStorage",
            "SealedCookies",
            "SessionRegistry", "StorageTestSupport", "TaskCore",
            "WebServing", .product(name: "Logging", package: "swift-log"),
        ]),
    tests("SelfTest", http + ["CurlTransport", "MisbehavingProvider", "OpenIDConnect"]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: hummingbird + [
            "CurlTransport", "MisbehavingProvider", "OpenIDConnect", "PostgreSQLStorage", "SQLiteStorage",
            "SealedCookies",
            "SessionRegistry", "TaskCore",
            "StorageTestSupport", "TasksAPI", "TasksWeb", "TestSupport", "WebServing",
        ],
        swiftSettings: strict),
]

/// Set by `Tests/fuzz`, for which what the fuzz tests read with is a program of its own; nothing else sets it.
let isFuzzing = Context.environment["LATCHKEY_FUZZING"] != nil

let fuzzed: [Target.Dependency] = [
    "Encodings", "HTTPTransport", "HummingbirdOpenIDConnect", "Latchkey", "OpenIDConnect", "PageCompilation",
    "SealedCookies",
    "SessionRegistry", "TasksAPI", "TasksWeb", .product(name: "Crypto", package: "swift-crypto"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
]

let fuzzing: [Target] =
    isFuzzing
    ? [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "Fuzz", dependencies: fuzzed + ["CLibFuzzer"], path: "Tests/FuzzTests",
            exclude: ["FuzzTests.swift", "Mutation.swift"],
            swiftSettings: strict),
    ]
    : [
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], exclude: ["Program"], swiftSettings: strict)
    ]

/// A program of the package; for fuzzing its parts without the entry point, because a program can't be linked into
/// another.
func program(_ name: String, entryPoint: String, _ dependencies: [Target.Dependency]) -> Target {
    isFuzzing
        ? .target(name: name, dependencies: dependencies, exclude: [entryPoint], swiftSettings: strict)
        : .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v15)],
    products: [
        isFuzzing ? .executable(name: "fuzz", targets: ["Fuzz"]) : .executable(name: "latchkey", targets: ["Latchkey"]),
        .library(name: "OpenIDConnect", targets: ["OpenIDConnect"]),
        .library(name: "HummingbirdOpenIDConnect", targets: ["HummingbirdOpenIDConnect"]),
        .library(name: "SealedCookies", targets: ["SealedCookies"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "CurlTransport", targets: ["CurlTransport"]),
        .library(name: "MisbehavingProvider", targets: ["MisbehavingProvider"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.1.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        // C libraries
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        .systemLibrary(name: "CProcess"),

        // Libraries that stand alone
        .target(name: "Encodings", swiftSettings: strictMemory),
        .target(name: "SystemThread", swiftSettings: strictMemory),
        .target(
            name: "HTTPTransport",
            dependencies: ["Encodings", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict),
        .target(
            name: "CurlTransport",
            dependencies: [
                "CCurl", "HTTPTransport", "SystemThread",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strictMemory),
        .target(name: "SealedCookies", dependencies: ["COpenSSL", "Encodings"], swiftSettings: strictMemory),
        .target(name: "ProcessLimits", dependencies: ["CProcess"], swiftSettings: strictMemory),
        .target(
            name: "OpenIDConnect",
            dependencies: [
                "Encodings", "HTTPTransport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: strict),

        .target(
            name: "HummingbirdOpenIDConnect",
            dependencies: [
                "Encodings", "HTTPTransport", "OpenIDConnect", "SealedCookies",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // What the parts of the application share
        .target(name: "TaskCore", swiftSettings: strict),
        .target(
            name: "SessionRegistry",
            dependencies: [
                "Encodings",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(name: "PageSupport", dependencies: ["Encodings"], swiftSettings: strict),
        .target(
            name: "WebServing",
            dependencies: [
                "HTTPTransport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "SQLiteStorage",
            dependencies: ["SessionRegistry", "TaskCore", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Sources/Storage/SQLite",
            swiftSettings: strict),
        .target(
            name: "PostgreSQLStorage",
            dependencies: [
                "CPostgres", "SessionRegistry", "SystemThread", "TaskCore",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Storage/PostgreSQL",
            swiftSettings: strictMemory),

        // The three parts of the application
        .target(
            name: "TasksAPI",
            dependencies: [
                "Encodings", "HTTPTransport", "OpenIDConnect", "TaskCore", "WebServing",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "DevelopmentIdentityProvider",
            dependencies: [
                "Encodings", "HTTPTransport", "PageSupport", "WebServing",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict,
            plugins: ["CompilePages"]),
        .target(
            name: "TasksWeb",
            dependencies: [
                "Encodings", "HTTPTransport", "HummingbirdOpenIDConnect", "OpenIDConnect", "PageSupport",
                "SealedCookies",
                "SessionRegistry", "TaskCore", "WebServing",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict,
            plugins: ["CompilePages"]),
        program(
            "Latchkey", entryPoint: "Latchkey.swift",
            [
                "CurlTransport", "DevelopmentIdentityProvider", "Encodings", "HTTPTransport", "OpenIDConnect",
                "PostgreSQLStorage",
                "ProcessLimits",
                "SQLiteStorage", "SealedCookies", "SelfTest", "SessionRegistry", "TaskCore", "TasksAPI", "TasksWeb",
                "WebServing",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]),

        // For tests, of this package and of others
        .target(
            name: "MisbehavingProvider",
            dependencies: [
                "Encodings", "HTTPTransport", "WebServing",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),

        .target(
            name: "SelfTest",
            dependencies: [
                "CurlTransport", "Encodings", "HTTPTransport", "MisbehavingProvider", "OpenIDConnect", "SealedCookies",
                "SessionRegistry",
                "TasksWeb", "WebServing",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // What the documentation's tutorial builds, with the settings of a package that has none of its own
        .executableTarget(
            name: "SignedInRoute",
            dependencies: [
                "CurlTransport", "HummingbirdOpenIDConnect", "OpenIDConnect", "SealedCookies",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "Examples/SignedInRoute"),

        // Templates and public files become Swift
        .target(name: "PageCompilation", swiftSettings: strict),
        .executableTarget(name: "PageCompiler", dependencies: ["PageCompilation"], swiftSettings: strict),
        .plugin(name: "CompilePages", capability: .buildTool(), dependencies: ["PageCompiler"]),
    ] + tests + fuzzing
)
