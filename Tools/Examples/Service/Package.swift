// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "article-service",
  dependencies: [.package(name: "swift-list-store", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "article-service",
      dependencies: [.product(name: "ListStorage", package: "swift-list-store")],
      path: "Sources"
    )
  ]
)
