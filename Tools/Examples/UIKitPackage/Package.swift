// swift-tools-version: 6.2

import PackageDescription

// In a project of your own, the first dependency is
// .package(url: "https://…/swift-list-store", branch: "main", traits: [])
let package = Package(
  name: "UIKitScreens",
  dependencies: [.package(name: "swift-list-store", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "UIKitScreens",
      dependencies: [.product(name: "ListAdapterUIKit", package: "swift-list-store")]
    ),
    .testTarget(
      name: "UIKitScreensTests",
      dependencies: [
        "UIKitScreens",
        .product(name: "ListAdapterUIKit", package: "swift-list-store"),
        .product(name: "ListPictures", package: "swift-list-store"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
