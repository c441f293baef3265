// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "rewind",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RewindValue", targets: ["RewindValue"]),
        .library(name: "RewindFormat", targets: ["RewindFormat"]),
        .library(name: "RewindRecorder", targets: ["RewindRecorder"]),
        .library(name: "RewindReplay", targets: ["RewindReplay"]),
        .executable(name: "rewind", targets: ["RewindCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    ],
    targets: [
        .target(name: "RewindValue", dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]),
        .target(name: "RewindFormat", dependencies: ["RewindValue"]),
        .target(
            name: "RewindRecorder",
            dependencies: ["RewindFormat", "RewindValue", .product(name: "DequeModule", package: "swift-collections")]),
        .target(name: "RewindReplay", dependencies: ["RewindFormat", "RewindValue"]),
        .executableTarget(
            name: "RewindCLI",
            dependencies: ["RewindReplay", "RewindFormat", "RewindValue", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .testTarget(name: "RewindValueTests", dependencies: ["RewindValue"]),
        .testTarget(name: "RewindFormatTests", dependencies: ["RewindFormat", "RewindValue"]),
        .testTarget(name: "RewindRecorderTests", dependencies: ["RewindFormat", "RewindRecorder", "RewindValue"]),
        .testTarget(name: "RewindReplayTests", dependencies: ["RewindReplay", "RewindFormat", "RewindValue"]),
        .testTarget(name: "RewindCLITests", dependencies: ["RewindCLI", "RewindReplay", "RewindFormat", "RewindValue"]),
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
