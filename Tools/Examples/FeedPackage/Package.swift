// swift-tools-version: 6.2

import PackageDescription

// In a project of your own, the first dependency is
// .package(url: "https://…/swift-list-store", branch: "main", traits: [])
let package = Package(
  name: "Feed",
  dependencies: [.package(name: "swift-list-store", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "Feed",
      dependencies: [
        .product(name: "ListModel", package: "swift-list-store"),
        .product(name: "ListPaging", package: "swift-list-store"),
      ]
    ),
    .testTarget(
      name: "FeedTests",
      dependencies: [
        "Feed",
        .product(name: "ListModel", package: "swift-list-store"),
        .product(name: "ListPaging", package: "swift-list-store"),
        .product(name: "ListSimulation", package: "swift-list-store"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
