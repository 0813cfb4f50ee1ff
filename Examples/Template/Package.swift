// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Starter",
    platforms: [.macOS(.v26)],
    dependencies: [
        // Without traits no database is resolved or built: traits: ["SQLite"] adds SQLiteSessionStorage.
        .package(path: "../..", traits: []),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Starter",
            dependencies: [
                .product(name: "AsyncHTTPClientTransport", package: "latchkey"),
                .product(name: "HummingbirdOpenIDConnect", package: "latchkey"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // For development: signs in everybody at once, without a page.
        .executableTarget(
            name: "Provider", dependencies: [.product(name: "MisbehavingProvider", package: "latchkey")]),
        .testTarget(
            name: "StarterTests",
            dependencies: [
                "Starter",
                .product(name: "OpenIDConnectTesting", package: "latchkey"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ]
)
