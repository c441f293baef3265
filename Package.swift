// swift-tools-version: 6.1
import PackageDescription

// A test target is compiled as an app is whose module is on the main actor by default; compilers before 6.2 know no such module.
#if compiler(>=6.2)
    let mainActorByDefault: [SwiftSetting] = [.unsafeFlags(["-default-isolation", "MainActor"])]
#else
    let mainActorByDefault: [SwiftSetting] = []
#endif

// What comes from other packages, each only with its trait.
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"]))
let crypto: Target.Dependency = .product(  // elsewhere: CryptoKit
    name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux], traits: ["Archive"]))
let flyingSocks: Target.Dependency = .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Live"]))
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))
let openCombine: Target.Dependency = .product(  // elsewhere: Combine
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux], traits: ["Combine"]))
let orderedCollections: Target.Dependency = .product(name: "OrderedCollections", package: "swift-collections")

let package = Package(
    name: "rewind",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "Rewind", targets: ["Rewind"]),
        .library(name: "RewindRecorder", targets: ["RewindRecorder"]),
        .library(name: "RewindLive", targets: ["RewindLive"]),
        .library(name: "RewindArchive", targets: ["RewindArchive"]),
        .library(name: "RewindLogging", targets: ["RewindLogging"]),
        .library(name: "RewindStore", targets: ["RewindStore"]),
        .library(name: "RewindTesting", targets: ["RewindTesting"]),
        .library(name: "RewindMiddleware", targets: ["RewindMiddleware"]),
        .library(name: "RewindCombine", targets: ["RewindCombine"]),
        .executable(name: "rewind", targets: ["RewindCLI"]),
        .executable(name: "Episodes", targets: ["Episodes"]),
    ],
    // What products need beside swift-collections. By default all of it is there, so that a clone builds everything. An app names what it
    // uses, `traits: ["Live"]`, or nothing, `traits: []`, if it records and replays only: the packages of the others are not even fetched.
    traits: [
        .default(enabledTraits: ["Archive", "Combine", "Command", "Live", "Logging"]),
        .trait(name: "Archive", description: "RewindArchive and RewindTesting, which open files: swift-crypto on Linux"),
        .trait(name: "Combine", description: "RewindCombine: OpenCombine on Linux"),
        .trait(
            name: "Command", description: "The command and the example app: swift-argument-parser", enabledTraits: ["Archive", "Live"]),
        .trait(name: "Live", description: "RewindLive, which opens an app to tools: FlyingFox"),
        .trait(name: "Logging", description: "RewindLogging: swift-log"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "3.12.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Imports point up this list only. Where an action comes from: what a recorder and a store say to each other.
        .target(name: "RewindOrigin"),

        // The system's own libraries, under one name each.
        .target(name: "CLibrary"),
        .target(name: "SmallFoundation"),

        // The recording: values, files, one file, recorder, timeline.
        .target(name: "RewindValue", dependencies: [orderedCollections]),
        .target(name: "CRewindChecksum"),
        .target(name: "RewindFormat", dependencies: ["CRewindChecksum", "RewindValue"]),
        .target(name: "RewindRedaction", dependencies: ["RewindFormat", "RewindValue"]),
        .target(
            name: "RewindCapture",
            dependencies: [
                "RewindFormat", "RewindRedaction", "RewindValue", "SmallFoundation",
                orderedCollections,
            ]),
        .target(name: "CRewindCrash"),
        .target(name: "RewindSystem", dependencies: ["CLibrary", "CRewindCrash", "RewindFormat"]),
        .target(name: "RewindJournal", dependencies: ["CRewindCrash", "RewindCapture", "RewindFormat", "RewindSystem", "RewindValue"]),
        // A recording sealed for a person: the age format. Only what makes or opens such a file needs it.
        .target(
            name: "RewindAge",
            dependencies: [
                "RewindFormat", "SmallFoundation",
                crypto,
            ]),
        .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(
            name: "RewindArchive",
            dependencies: [
                "RewindAge", "RewindCapture", "RewindFormat", "RewindJournal", "RewindRedaction", "RewindSystem", "RewindValue",
                "SmallFoundation",
                "CLibarchive",
                crypto,
            ]),
        .target(
            name: "RewindRecorder",
            dependencies: [
                "CRewindCrash", "RewindCapture", "RewindFormat", "RewindJournal", "RewindOrigin", "RewindRedaction", "RewindSystem",
                "RewindValue",
            ]),
        .target(
            name: "RewindLogging",
            dependencies: [
                "RewindRecorder", "RewindValue", logging,
            ]),
        .target(name: "RewindReplay", dependencies: ["RewindFormat", "RewindRedaction", "RewindValue"]),
        // What tools need of a store, whichever store it is.
        .target(
            name: "RewindControl",
            dependencies: [
                "RewindCapture", "RewindFormat", "RewindOrigin", "RewindRedaction", "RewindReplay", "RewindSystem", "RewindValue",
            ]),
        // What these hold as text: rows, trees, diffs, reports. It knows no terminal, file or process, so any front end can use it.
        .target(name: "RewindRendering", dependencies: ["RewindFormat", "RewindRedaction", "RewindReplay", "RewindValue"]),
        // The interpreter of the prompts, which steps through a recording.
        .target(name: "RewindDebugger", dependencies: ["RewindFormat", "RewindRendering", "RewindReplay", "RewindValue"]),
        // The page: its files, and the recording in it. Core is compiled for the browser, by .ci/page.
        .target(
            name: "CRewindPage", path: "Sources/RewindViewer/Page",
            exclude: [
                "page.html", "style.css", "text.js", "tree.js", "list.js", "chart.js", "story.js", "core.js", "page.js", "worker.js",
                "core.wasm.gz",
            ]),
        // Many recordings: the dataset, and questions about it in SQL.
        .target(
            name: "CRewindSQL", path: "Sources/RewindFleet/SQL",
            exclude: ["groups.sql", "sequences.sql", "places.sql", "spark.py", "spark_export.py"]),
        .target(
            name: "RewindFleet",
            dependencies: [
                "CRewindSQL", "RewindArchive", "RewindFormat", "RewindRendering", "RewindReplay", "RewindSystem", "RewindValue",
            ], exclude: ["SQL"]),
        .target(
            name: "RewindViewer", dependencies: ["CRewindPage", "RewindArchive", "RewindFormat", "SmallFoundation"],
            exclude: ["Core", "Page"]),
        .target(
            name: "RewindEditing",
            dependencies: [
                "RewindAge", "RewindArchive", "RewindCapture", "RewindFormat", "RewindJournal", "RewindRedaction", "RewindRendering",
                "RewindReplay", "RewindSystem", "RewindValue",
            ]),

        // The store, and the few lines that know both it and the recorder.
        .target(name: "RewindStore", dependencies: ["CLibrary", "RewindOrigin"]),
        .target(
            name: "RewindCombine",
            dependencies: [
                "RewindStore",
                openCombine,
            ]),
        .target(
            name: "RewindMiddleware",
            dependencies: [
                "RewindCapture", "RewindControl", "RewindFormat", "RewindOrigin", "RewindRecorder", "RewindRedaction", "RewindReplay",
                "RewindStore", "RewindValue",
            ]),

        // A running app from outside: its endpoint and clients of it, hot reload, replication. Of FlyingFox only the sockets: its HTTP server
        // has no limits, and it has no client.
        .target(
            name: "RewindLive",
            dependencies: [
                "RewindCapture", "RewindControl", "RewindFormat", "RewindJournal", "RewindRecorder", "RewindRedaction", "RewindReplay",
                "RewindSystem", "RewindValue", "SmallFoundation",
                flyingSocks,
            ]),

        // What an app's tests import: replays as tests, and the recording of a test that failed.
        .target(
            name: "RewindTesting",
            dependencies: [
                "RewindArchive", "RewindCapture", "RewindControl", "RewindFormat", "RewindRecorder", "RewindRendering", "RewindReplay",
                "RewindSystem", "RewindValue", "SmallFoundation",
            ]),

        // What an app imports: recorder and replay.
        .target(
            name: "Rewind",
            dependencies: [
                "RewindCapture", "RewindControl", "RewindFormat", "RewindJournal", "RewindOrigin", "RewindRecorder",
                "RewindRedaction", "RewindReplay", "RewindValue",
            ]),

        // The command, and the example app.
        .target(name: "CRewindHeap"),
        .target(
            name: "CRewindScreen", dependencies: ["CRewindTerminal"],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])), .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        .target(name: "CRewindTerminal"),
        .executableTarget(
            name: "RewindCLI",
            dependencies: [
                "CRewindHeap", "CRewindScreen", "CRewindTerminal", "RewindAge", "RewindArchive", "RewindControl", "RewindEditing",
                "RewindCapture", "RewindDebugger", "RewindFleet", "RewindFormat", "RewindJournal", "RewindLive",
                "RewindRedaction", "RewindRendering", "RewindReplay", "RewindSystem", "RewindValue", "RewindViewer",
                "SmallFoundation",
                argumentParser,
            ]),
        .target(
            name: "EpisodesCore",
            dependencies: [
                "CRewindTerminal", "RewindArchive", "RewindCapture", "RewindControl", "RewindFormat", "RewindLive", "RewindMiddleware",
                "RewindRecorder", "RewindRedaction", "RewindRendering", "RewindReplay", "RewindStore", "RewindSystem", "RewindValue",
                "SmallFoundation",
                argumentParser,
            ]),
        .executableTarget(
            name: "Episodes",
            dependencies: [
                "EpisodesCore", argumentParser,
            ]),

        // The tests, and what several of them share.
        .target(name: "CTestWidth", path: "Tests/CTestWidth"),
        .target(name: "TestSupport", dependencies: ["CTestWidth", "RewindSystem", "RewindValue"], path: "Tests/TestSupport"),
        .testTarget(name: "RewindValueTests", dependencies: ["RewindCapture", "RewindRedaction", "RewindValue", "TestSupport"]),
        .testTarget(
            name: "RewindCaptureTests",
            dependencies: [
                "RewindCapture", "RewindFormat", "RewindRedaction", "RewindValue", "TestSupport",
                orderedCollections,
            ]),
        .testTarget(name: "RewindFormatTests", dependencies: ["CRewindChecksum", "RewindFormat", "RewindValue", "TestSupport"]),
        .testTarget(
            name: "RewindJournalTests",
            dependencies: ["ReplayTestSupport", "RewindFormat", "RewindJournal", "RewindSystem", "RewindValue", "TestSupport"]),
        .testTarget(name: "RewindAgeTests", dependencies: ["RewindAge", "RewindFormat", "TestSupport"]),
        .testTarget(
            name: "RewindArchiveTests",
            dependencies: [
                "CLibrary", "RewindAge", "RewindArchive", "RewindCapture", "RewindFormat", "RewindJournal", "RewindRecorder",
                "RewindRedaction",
                "RewindSystem", "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "RewindRecorderTests",
            dependencies: [
                "CLibrary", "RewindCapture", "RewindFormat", "RewindJournal", "RewindRecorder", "RewindSystem", "RewindValue",
                "TestSupport",
            ]),
        .testTarget(
            name: "RewindLoggingTests",
            dependencies: [
                "RewindFormat", "RewindJournal", "RewindLogging", "RewindRecorder", "RewindValue", "TestSupport",
                logging,
            ]),
        .testTarget(name: "RewindTests", dependencies: ["Rewind", "RewindArchive", "RewindLive"], packageAccess: false),
        .testTarget(
            name: "MainActorTests",
            dependencies: [
                "RewindCapture", "RewindControl", "RewindFormat", "RewindJournal", "RewindLive", "RewindRecorder", "RewindReplay",
                "RewindValue", "TestSupport",
            ],
            swiftSettings: mainActorByDefault),
        .target(
            name: "ReplayTestSupport", dependencies: ["RewindFormat", "RewindJournal", "RewindValue", "TestSupport"],
            path: "Tests/ReplayTestSupport"),
        .testTarget(
            name: "RewindReplayTests",
            dependencies: [
                "ReplayTestSupport", "RewindCapture", "RewindDebugger", "RewindFormat", "RewindJournal", "RewindRendering", "RewindReplay",
                "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "RewindControlTests",
            dependencies: [
                "ReplayTestSupport", "RewindArchive", "RewindCapture", "RewindControl", "RewindFormat", "RewindRecorder", "RewindReplay",
                "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "RewindEditingTests",
            dependencies: [
                "ReplayTestSupport", "RewindArchive", "RewindEditing", "RewindFormat", "RewindRedaction", "RewindReplay", "RewindValue",
                "TestSupport",
            ]),
        .testTarget(
            name: "RewindFleetTests",
            dependencies: [
                "ReplayTestSupport", "RewindArchive", "RewindFleet", "RewindFormat", "RewindReplay", "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "RewindRenderingTests",
            dependencies: [
                "ReplayTestSupport", "RewindDebugger", "RewindFormat", "RewindJournal", "RewindRedaction", "RewindRendering",
                "RewindReplay", "RewindSystem", "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "RewindCLITests",
            dependencies: [
                "ReplayTestSupport", "RewindCLI", "RewindCapture", "RewindControl", "RewindDebugger", "RewindFormat", "RewindJournal",
                "RewindLive",
                "RewindMiddleware", "RewindRecorder", "RewindRendering", "RewindReplay", "RewindStore", "RewindSystem", "RewindValue",
                "TestSupport",
            ], exclude: ["Snapshots"]),
        .testTarget(
            name: "RewindTestingTests",
            dependencies: ["MigratedShop", "ReplayTestSupport", "Rewind", "RewindArchive", "RewindTesting", "TestSupport"]),
        .testTarget(name: "RewindStoreTests", dependencies: ["RewindOrigin", "RewindStore", "TestSupport"]),
        .testTarget(
            name: "ClassicStoresTests",
            dependencies: [
                "RewindCapture", "RewindCombine", "RewindControl", "RewindFormat", "RewindJournal", "RewindMiddleware", "RewindRecorder",
                "RewindReplay", "RewindStore", "RewindValue", "TestSupport",
                openCombine,
            ]),
        .testTarget(
            name: "WholePathTests",
            dependencies: [
                "CLibrary", "ReplayTestSupport", "RewindArchive", "RewindCapture", "RewindEditing", "RewindFormat", "RewindJournal",
                "RewindMiddleware", "RewindRecorder", "RewindRendering", "RewindReplay", "RewindStore", "RewindSystem", "RewindValue",
                "TestSupport",
            ]),
        .testTarget(
            name: "RewindMiddlewareTests",
            dependencies: [
                "RewindCapture", "RewindFormat", "RewindJournal", "RewindMiddleware", "RewindRecorder", "RewindReplay", "RewindStore",
                "RewindValue",
                "TestSupport",
            ]),
        .testTarget(
            name: "RewindLiveTests",
            dependencies: [
                "RewindCapture", "RewindControl", "RewindFormat", "RewindJournal", "RewindLive", "RewindMiddleware", "RewindRecorder",
                "RewindReplay", "RewindStore", "RewindSystem", "RewindValue", "TestSupport",
                flyingSocks,
            ]),
        // The package of the article "Your own store in ten minutes", which sees of this one what an app sees.
        .target(
            name: "TodoCore", dependencies: ["Rewind", "RewindRecorder"], path: "Tests/TenMinutes/Sources/TodoCore", packageAccess: false),
        .executableTarget(
            name: "Todo", dependencies: ["RewindLive", "RewindRecorder", "TodoCore"], path: "Tests/TenMinutes/Sources/Todo",
            packageAccess: false),
        .executableTarget(
            name: "TodoHost", dependencies: ["Rewind", "TodoCore"], path: "Tests/TenMinutes/Sources/TodoHost", packageAccess: false),
        .testTarget(
            name: "TodoTests", dependencies: ["RewindRecorder", "RewindTesting", "TodoCore"], path: "Tests/TenMinutes/Tests/TodoTests",
            exclude: ["bug.rewind"], packageAccess: false),
        .executableTarget(name: "PlantedHost", dependencies: ["RewindCapture", "RewindControl"], path: "Tests/PlantedHost"),
        .target(
            name: "MigratedShop", dependencies: ["RewindControl", "RewindOrigin", "RewindRecorder", "RewindReplay", "RewindValue"],
            path: "Tests/MigratedShop"),
        .executableTarget(
            name: "MigratedHost", dependencies: ["MigratedShop", "RewindCapture", "RewindControl"], path: "Tests/MigratedHost"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CLibrary", "Episodes", "MigratedHost", "MigratedShop", "PlantedHost", "ReplayTestSupport", "RewindArchive", "RewindCLI",
                "RewindCapture", "RewindControl", "RewindEditing",
                "RewindFormat", "RewindJournal", "RewindReplay", "RewindSystem", "RewindValue", "TestSupport",
            ]),
        .testTarget(
            name: "EpisodesTests",
            dependencies: [
                "EpisodesCore", "RewindCapture", "RewindFormat", "RewindJournal", "RewindRecorder", "RewindRendering", "RewindReplay",
                "RewindStore", "RewindTesting", "RewindValue", "SmallFoundation",
                "TestSupport",
                argumentParser,
            ]),
    ]
)

// The package of an article has an app's settings, the compiler's own.
for target in package.targets where target.type != .system && target.path?.hasPrefix("Tests/TenMinutes") != true {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),  // an existential costs; the reader should see it
            .enableUpcomingFeature("InternalImportsByDefault"),  // nothing leaks into our interface by an import
            .enableUpcomingFeature("MemberImportVisibility"),  // a member comes from a module that the file names
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // an async function stays where its caller is
        ]
}

// The benchmarks, and what they compare Rewind with: only if asked for, so that users build neither.
if Context.environment["REWIND_BENCHMARKS"] != nil {
    func benchmark(_ name: String, _ dependencies: [Target.Dependency], packageAccess: Bool = true) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Tests/Benchmarks/\(name)", packageAccess: packageAccess)
    }
    package.dependencies += [.package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.3.0")]
    package.targets += [
        .target(name: "CMallocCount", path: "Tests/Benchmarks/CMallocCount"),
        benchmark("StoreCosts", ["CMallocCount", "RewindStore"], packageAccess: false),
        benchmark(
            "RecorderCosts",
            [
                "RewindArchive", "RewindFormat", "RewindOrigin", "RewindRecorder", "RewindValue",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ], packageAccess: false),
        benchmark("HotReloadCosts", ["RewindLive", "RewindMiddleware", "RewindRecorder", "RewindStore"], packageAccess: false),
        // Measuring.swift is that of RecorderCosts.
        benchmark("LiveCosts", ["RewindLive", "RewindMiddleware", "RewindRecorder", "RewindStore"]),
        // Workload.swift and Measuring.swift are those of RecorderCosts: everything is measured on the same state and actions.
        benchmark(
            "QuestionCosts",
            [
                "RewindArchive", "RewindCapture", "RewindControl", "RewindFormat", "RewindRecorder", "RewindReplay", "RewindValue",
                .product(name: "CustomDump", package: "swift-custom-dump"),
            ]),
    ]
}
