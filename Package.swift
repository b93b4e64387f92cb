// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "swift-list-store",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ListDescription", targets: ["ListDescription"]),
    .library(name: "ListModel", targets: ["ListModel"]),
    .library(name: "ListDiff", targets: ["ListDiff"]),
    .library(name: "ListStorage", targets: ["ListStorage"]),
    .library(name: "ListKeeping", targets: ["ListKeeping"]),
    .library(name: "ListLayout", targets: ["ListLayout"]),
    .library(name: "ListRendering", targets: ["ListRendering"]),
    .library(name: "ListAdapter", targets: ["ListAdapter"]),
    .library(name: "ListPictures", targets: ["ListPictures"]),
    .library(name: "ListDiffable", targets: ["ListDiffable"]),
    .library(name: "ListUIKit", targets: ["ListUIKit"]),
    // For tests of an app whose sources say `import UIKit`; docs/uikit.md says how.
    .library(name: "UIKit", targets: ["ListUIKit"]),
    .library(name: "ListAdapterUIKit", targets: ["ListAdapterUIKit"]),
    .library(name: "ListPaging", targets: ["ListPaging"]),
    .library(name: "ListSimulation", targets: ["ListSimulation"]),
    .library(name: "ListTelemetry", targets: ["ListTelemetry"]),
    .library(name: "ListServer", targets: ["ListServer"]),
    .library(name: "ListFollowing", targets: ["ListFollowing"]),
    .library(name: "ListReplication", targets: ["ListReplication"]),
    .library(name: "ListPostgres", targets: ["ListPostgres"]),
    // Writes an app's sources for such tests; docs/paste-your-screen.md says how.
    .executable(name: "uikit-sources", targets: ["uikit-sources"]),
    .executable(name: "liststore", targets: ["liststore"]),
  ],
  traits: [
    .trait(name: "HTTP", description: "Lists over HTTP: ListServer, ListFollowing, liststore"),
    .trait(name: "Telemetry", description: "Logs and metrics: ListTelemetry"),
    .trait(name: "Tools", description: "The programs"),
    .default(enabledTraits: ["HTTP", "Telemetry", "Tools"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
  ],
  targets: [
    .target(name: "ListDescription"),
    .target(name: "ListModel", dependencies: ["ListDescription"]),
    .target(name: "ListDiff", dependencies: ["ListDescription", "ListModel"]),
    .target(name: "ListLayout", dependencies: ["ListDescription"]),
    .target(name: "ListConstraints"),
    .target(name: "ListRendering", dependencies: ["ListDescription"]),
    .target(
      name: "ListMigrations",
      path: "Migrations",
      exclude: ["README.md", "postgres"],
      resources: [
        .embedInCode("0001_create_store.sql"),
        .embedInCode("0002_create_spans.sql"),
        .embedInCode("0003_add_touched_rows.sql"),
        .embedInCode("0004_add_checksums.sql"),
        .embedInCode("0005_add_views_and_messages.sql"),
        .embedInCode("0006_add_checksums_of_places.sql"),
        .embedInCode("0007_add_checksums_of_numbers.sql"),
      ]
    ),
    .target(
      name: "PostgresMigrations",
      path: "Migrations/postgres",
      resources: [.embedInCode("0001_create_log.sql")]
    ),
    .target(
      name: "ListSystem",
      // With it, a build on Linux uses only what every system has; see docs/phone.md.
      cSettings: Context.environment["LISTSTORE_PORTABLE"] == nil
        ? [] : [.define("LIST_IS_PORTABLE", to: "1")],
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(
      name: "ListStorage",
      dependencies: [
        "ListModel", "ListDiff", "ListMigrations", "ListSystem",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .target(
      name: "ListKeeping",
      dependencies: [
        "ListModel", "ListDiff", "ListStorage", "ListSystem",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .target(
      name: "ListTelemetry",
      dependencies: [
        "ListStorage",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]
    ),
    .target(
      name: "ListAdapter",
      dependencies: ["ListDescription", "ListLayout", "ListRendering", "ListModel", "ListDiff"]
    ),
    .target(
      name: "ListPictures",
      dependencies: [
        "ListDescription", "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListAdapter",
      ]
    ),
    .target(name: "ListScript", resources: [.embedInCode("liststore.js")]),
    .target(
      name: "ListInspector",
      resources: [
        .embedInCode("inspector.html"), .embedInCode("inspector.css"), .embedInCode("app.js"),
        .embedInCode("server.js"), .embedInCode("place.js"), .embedInCode("elements.js"),
        .embedInCode("lists.js"), .embedInCode("versions.js"), .embedInCode("screen.js"),
        .embedInCode("changes.js"), .embedInCode("details.js"), .embedInCode("scrubber.js"),
      ]
    ),
    .target(
      name: "ListServer",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListStorage", "ListReplication",
        "ListPictures", "ListScript", "ListInspector",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "ListFollowing",
      dependencies: [
        "ListModel", "ListDiff", "ListStorage",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .target(name: "ListReplication", dependencies: ["ListModel", "ListDiff", "ListStorage"]),
    .target(
      name: "ListPostgres",
      dependencies: ["ListModel", "ListDiff", "ListStorage", "PostgresMigrations"]
    ),
    .target(name: "ListPaging", dependencies: ["ListModel", "ListDiff", "ListStorage"]),
    .target(name: "SimulatedScheduling"),
    .target(
      name: "ListSimulation",
      dependencies: [
        "ListLayout", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListAdapter",
        "ListPaging", "SimulatedScheduling",
      ]
    ),
    .target(name: "ListDiffable", dependencies: ["ListModel", "ListDiff", "ListAdapter"]),
    .target(
      name: "ListUIKit",
      dependencies: [
        "ListDescription", "ListLayout", "ListConstraints", "ListRendering", "ListModel",
        "ListDiff", "ListAdapter", "ListDiffable",
      ]
    ),
    .target(
      name: "ListAdapterUIKit",
      dependencies: ["ListUIKit", "ListLayout", "ListRendering", "ListModel", "ListAdapter"]
    ),
    .target(
      name: "ListstoreCommands",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListStorage", "ListKeeping",
        "ListAdapter", "ListPictures", "ListSimulation", "ListSimulations", "ListServer",
        "ListFollowing", "ListReplication", "ListPostgres",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/liststore/Commands"
    ),
    .target(
      name: "ListSimulations",
      dependencies: ["ListModel", "ListStorage", "ListAdapter", "ListPaging", "ListSimulation"],
      path: "Tools/liststore/Simulations"
    ),
    .executableTarget(
      name: "liststore",
      dependencies: ["ListstoreCommands"],
      path: "Tools/liststore/Main"
    ),
    .executableTarget(
      name: "demo",
      dependencies: [
        "ListLayout", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListstoreCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/demo",
      exclude: ["README.md", "gapminder.csv"]
    ),
    .systemLibrary(name: "SQLiteSession", path: "Tools/sqlite-session"),
    .target(
      name: "ExampleScreens",
      dependencies: [
        "ListDescription", "ListLayout", "ListRendering", "ListModel", "ListAdapter",
        "ListDiffable", "ListPictures",
      ],
      path: "Tools/Examples/Screens"
    ),
    .executableTarget(
      name: "article-service",
      dependencies: ["ListModel", "ListDiff", "ListStorage"],
      path: "Tools/Examples/Service/Sources"
    ),
    .executableTarget(
      name: "examples",
      dependencies: [
        "ExampleScreens", "ListRendering", "ListAdapter", "ListPictures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/Examples/Main"
    ),
    .target(
      name: "GalleryScreens",
      dependencies: [
        "ExampleScreens", "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListAdapter",
        "ListPictures", "ListUIKit",
      ],
      path: "Tools/gallery/Screens"
    ),
    .executableTarget(
      name: "gallery",
      dependencies: ["GalleryScreens"],
      path: "Tools/gallery/Main"
    ),
    .target(name: "UIKitSources", path: "Tools/uikit-sources/Translation"),
    .executableTarget(
      name: "uikit-sources",
      dependencies: ["UIKitSources"],
      path: "Tools/uikit-sources/Main"
    ),
    .executableTarget(
      name: "mutant-probe",
      dependencies: ["ListSimulation"],
      path: "Tools/mutants/Probe"
    ),
    .executableTarget(
      name: "liststore-bench",
      dependencies: [
        "ListLayout", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListAdapter",
        "ListPaging", "ListSimulation", "SQLiteSession", "StorePeer",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/liststore-bench",
      exclude: ["StorePeer", "ServerPeer"]
    ),
    .executableTarget(
      name: "server-peer",
      dependencies: [
        "ListModel", "ListStorage", "ListServer",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/liststore-bench/ServerPeer"
    ),
    .executableTarget(
      name: "log-bench",
      dependencies: [
        "ListModel", "ListDiff", "ListStorage", "ListReplication", "ListPostgres",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/log-bench"
    ),
    .target(
      name: "YardstickCases",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListStorage", "ListKeeping",
        "ListAdapter", "ListPaging", "ListSimulation", "ListUIKit",
      ],
      path: "Tools/yardstick/Cases"
    ),
    .executableTarget(
      name: "yardstick",
      dependencies: [
        "YardstickCases",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/yardstick/Main"
    ),
    .target(
      name: "StorePeer",
      path: "Tools/liststore-bench/StorePeer",
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),

    .target(name: "ProcessStart", path: "Tests/ProcessStart"),
    .target(
      name: "ListTestSupport",
      dependencies: ["ListModel", "ListDiff", "ProcessStart"],
      path: "Tests/ListTestSupport"
    ),
    .target(
      name: "FaultFileSystem",
      path: "Tests/FaultFileSystem",
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(
      name: "ReliabilitySupport",
      dependencies: [
        "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListTestSupport", "FaultFileSystem",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/ReliabilitySupport"
    ),
    .testTarget(
      name: "ListLayoutTests",
      dependencies: ["ListLayout", "YardstickCases", "ListTestSupport"],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "ListConstraintsTests",
      dependencies: ["ListConstraints", "ListTestSupport"],
      exclude: ["linear-program.py"]
    ),
    .testTarget(name: "ListRenderingTests", dependencies: ["ListRendering"]),
    .testTarget(
      name: "ListModelTests",
      dependencies: ["ListDescription", "ListModel", "ListTestSupport"]
    ),
    .testTarget(
      name: "ListDiffTests",
      dependencies: ["ListDescription", "ListDiff", "ListTestSupport"]
    ),
    .testTarget(
      name: "ListStorageTests",
      dependencies: [
        "ListDescription", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListMigrations",
        "ListTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.copy("Golden")]
    ),
    .testTarget(
      name: "ListTelemetryTests",
      dependencies: [
        "ListModel", "ListStorage", "ListKeeping", "ListTelemetry",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]
    ),
    .testTarget(
      name: "ListServerTests",
      dependencies: [
        "ListLayout", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListPictures",
        "ListServer", "ListFollowing", "ListTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      exclude: ["inspector.py"]
    ),
    .testTarget(
      name: "ListReplicationTests",
      dependencies: [
        "liststore",
        "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListReplication", "ListPostgres",
        "ListServer", "ListFollowing", "ListTestSupport",
        .product(name: "Hummingbird", package: "hummingbird"),
      ]
    ),
    .testTarget(
      name: "ListAdapterTests",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListAdapter", "ListUIKit",
        "ListAdapterUIKit", "ListTestSupport",
      ]
    ),
    .testTarget(
      name: "ListPicturesTests",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListAdapter", "ListPictures",
        "ListTestSupport", "GalleryScreens",
      ],
      exclude: ["Recordings"]
    ),
    .testTarget(
      name: "ListDiffableTests",
      dependencies: ["ListModel", "ListAdapter", "ListDiffable", "ListTestSupport"]
    ),
    .testTarget(
      name: "ListUIKitTests",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListAdapter", "ListPictures", "ListDiffable",
        "ListUIKit", "ListAdapterUIKit", "UIKitSources",
      ]
    ),
    .testTarget(name: "UIKitImportTests", dependencies: ["ListUIKit"]),
    .testTarget(
      name: "ListUIKitSwift5Tests",
      dependencies: ["ListUIKit", "ListAdapterUIKit", "ListAdapter"]
    ),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ExampleScreens", "ListRendering", "ListModel", "ListAdapter", "ListDiffable",
        "ListPictures",
      ]
    ),
    .testTarget(
      name: "ListstoreCommandsTests",
      dependencies: [
        "ListstoreCommands", "ListModel", "ListRendering", "ListDiff", "ListStorage",
        "ListAdapter", "ListSimulation", "ListSimulations", "ListTestSupport",
      ]
    ),
    .testTarget(
      name: "ListPagingTests",
      dependencies: [
        "ListModel", "ListStorage", "ListKeeping", "ListAdapter", "ListPaging", "ListTestSupport",
        "YardstickCases",
      ],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "ListSimulationTests",
      dependencies: [
        "ListModel", "ListStorage", "ListAdapter", "ListPaging", "ListSimulation",
        "ListSimulations", "ListTestSupport",
      ],
      exclude: ["post-server.py"]
    ),
    .target(name: "ShiftedClock", path: "Tests/ShiftedClock"),
    .executableTarget(
      name: "reliability",
      dependencies: [
        "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListTestSupport",
        "ReliabilitySupport", "ShiftedClock",
      ],
      path: "Tests/ReliabilityProgram"
    ),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: [
        "reliability", "liststore",
        "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListTestSupport",
        "ReliabilitySupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["damage.py"]
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "liststore", "demo", "article-service", "ListModel", "ListDiff", "ListStorage",
        "ListKeeping", "ListAdapter", "ListTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["follow.py", "query-oracle.py", "replay.py", "terminal.py"]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ListLayout", "ListRendering", "ListModel", "ListDiff", "ListStorage", "ListKeeping",
        "ListAdapter", "ListDiffable", "ListUIKit", "ListAdapterUIKit", "ListPictures",
        "ListPaging", "ListSimulation", "ListTelemetry",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// What another package is needed for. A project with `traits: []` has the model, storage, adapters and pagers, and
// fetches GRDB alone.
let purposes: [String: Set<String>] = [
  "hummingbird": ["HTTP"], "swift-service-lifecycle": ["HTTP"], "swift-nio": ["HTTP"],
  "swift-nio-extras": ["HTTP"], "swift-http-types": ["HTTP"], "async-http-client": ["HTTP"],
  "swift-log": ["HTTP", "Telemetry"], "swift-metrics": ["Telemetry"],
  "swift-argument-parser": ["Tools"],
]
for target in package.targets {
  target.dependencies = target.dependencies.map { dependency in
    guard case .productItem(let name, let package?, _, _) = dependency,
      let traits = purposes[package]
    else { return dependency }
    return .product(name: name, package: package, condition: .when(traits: traits))
  }
}

// Under a sanitizer, only what has threads: building all of it would take longer than running it.
if Context.environment["LISTSTORE_SANITIZED"] != nil {
  let tests = ["ListDiffTests", "ListStorageTests", "ListAdapterTests", "ListPagingTests"]
  package.targets.removeAll {
    $0.type == .executable || $0.type == .test && !tests.contains($0.name)
  }
  package.products.removeAll { $0 is Product.Executable }
  for target in package.targets where target.type == .test {
    target.dependencies.append("TracedMutex")
  }
  package.targets += [
    .target(name: "TracedMutex", path: "Tests/TracedMutex"),
    .executableTarget(
      name: "sanitizer-proof",
      dependencies: ["TracedMutex"],
      path: "Tests/SanitizerProof"
    ),
  ]
}

// One set of rules for every target of ours.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

// What tests spend their time in is optimised, with all assertions: `make test` asks for it.
if Context.environment["LISTSTORE_QUICK_TESTS"] != nil {
  let modules: Set = [
    "ListDescription", "ListModel", "ListDiff", "ListStorage", "ListKeeping", "ListLayout",
    "ListAdapter", "ListPaging", "ListSimulation", "ListSimulations", "ListTestSupport",
    "ReliabilitySupport",
  ]
  for target in package.targets where modules.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    )
  }
  // The program that tests start is linked without ArgumentParser's checks of debug builds.
  package.targets.append(
    .target(name: "UncheckedDeclarations", path: "Tests/UncheckedDeclarations")
  )
  let check = "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"
  for target in package.targets where target.name == "liststore" {
    target.dependencies.append("UncheckedDeclarations")
    target.linkerSettings = [
      .unsafeFlags(["-Xlinker", "--wrap=\(check)"], .when(configuration: .debug))
    ]
  }
}

// Code of apps that says `import UIKit`: the name stands for the module in this target only.
for target in package.targets where target.name == "UIKitImportTests" {
  target.swiftSettings?.append(
    .unsafeFlags([
      "-module-alias", "UIKit=ListUIKit", "-Xfrontend", "-disable-cross-import-overlays",
    ])
  )
}

// Code of apps that are not in Swift 6 yet.
for target in package.targets where target.name == "ListUIKitSwift5Tests" {
  target.swiftSettings?.append(.swiftLanguageMode(.v5))
}
