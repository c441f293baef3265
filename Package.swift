// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "rewind",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RewindValue", targets: ["RewindValue"]),
        .library(name: "RewindStore", targets: ["RewindStore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .target(name: "RewindValue", dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]),
        .testTarget(name: "RewindValueTests", dependencies: ["RewindValue"]),

        .target(name: "RewindStore"),
        .testTarget(name: "RewindStoreTests", dependencies: ["RewindStore"]),

        .target(name: "CEpisodesTerminal"),
        .target(
            name: "EpisodesCore",
            dependencies: ["RewindStore", "CEpisodesTerminal", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .executableTarget(
            name: "Episodes", dependencies: ["EpisodesCore", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .testTarget(name: "EpisodesTests", dependencies: ["EpisodesCore", "Episodes"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),  // an existential costs; the reader should see it
        .enableUpcomingFeature("InternalImportsByDefault"),  // nothing leaks into our interface by an import
        .enableUpcomingFeature("MemberImportVisibility"),  // a member comes from a module that the file names
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // an async function stays where its caller is
    ]
}
