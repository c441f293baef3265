// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Todo",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "rewind", path: "../..", traits: ["Archive", "Live"])
    ],
    targets: [
        .target(
            name: "TodoCore",
            dependencies: [
                .product(name: "RewindRecorder", package: "rewind"),
                .product(name: "Rewind", package: "rewind"),
            ]),
        .executableTarget(
            name: "Todo",
            dependencies: [
                "TodoCore",
                .product(name: "RewindLive", package: "rewind"),
            ]),
        .executableTarget(
            name: "TodoHost",
            dependencies: [
                "TodoCore",
                .product(name: "Rewind", package: "rewind"),
            ]),
        .testTarget(
            name: "TodoTests",
            dependencies: [
                "TodoCore",
                .product(name: "RewindTesting", package: "rewind"),
            ],
            exclude: ["bug.rewind"]),
    ])
