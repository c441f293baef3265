// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that users of Rewind never build it nor what it compares with.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "rewind", path: "../.."),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.3.0"),
    ],
    targets: [
        .target(name: "CMallocCount"),
        .executableTarget(name: "StoreCosts", dependencies: ["CMallocCount", .product(name: "RewindStore", package: "rewind")]),
        .executableTarget(
            name: "RecorderCosts",
            dependencies: [
                .product(name: "RewindArchive", package: "rewind"),
                .product(name: "RewindFormat", package: "rewind"),
                .product(name: "RewindRecorder", package: "rewind"),
                .product(name: "RewindValue", package: "rewind"),
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        .executableTarget(
            name: "HotReloadCosts",
            dependencies: [
                .product(name: "RewindLive", package: "rewind"),
                .product(name: "RewindMiddleware", package: "rewind"),
                .product(name: "RewindRecorder", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
            ]),
        // Measuring.swift is that of RecorderCosts.
        .executableTarget(
            name: "LiveCosts",
            dependencies: [
                .product(name: "RewindLive", package: "rewind"),
                .product(name: "RewindMiddleware", package: "rewind"),
                .product(name: "RewindRecorder", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
            ]),
        // Workload.swift and Measuring.swift are those of RecorderCosts: everything is measured on the same state and actions.
        .executableTarget(
            name: "QuestionCosts",
            dependencies: [
                .product(name: "RewindArchive", package: "rewind"),
                .product(name: "RewindFormat", package: "rewind"),
                .product(name: "RewindRecorder", package: "rewind"),
                .product(name: "RewindReplay", package: "rewind"),
                .product(name: "RewindValue", package: "rewind"),
                .product(name: "CustomDump", package: "swift-custom-dump"),
            ]),
    ]
)
