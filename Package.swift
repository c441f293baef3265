// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "rewind",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RewindValue", targets: ["RewindValue"]),
        .library(name: "RewindArchive", targets: ["RewindArchive"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "3.12.0"),
    ],
    targets: [
        .target(name: "RewindValue", dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]),
        .testTarget(name: "RewindValueTests", dependencies: ["RewindValue"]),

        .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(
            name: "RewindArchive",
            dependencies: [
                "RewindValue", "CLibarchive",
                .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),  // elsewhere: CryptoKit
            ]
        ),
        .testTarget(name: "RewindArchiveTests", dependencies: ["RewindArchive"]),
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
