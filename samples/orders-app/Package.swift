// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "orders-app",
  platforms: [.macOS(.v15)],
  // An app of yours names the package by its address and version instead.
  dependencies: [.package(name: "appauth-migrate", path: "../..")],
  targets: [
    .executableTarget(
      name: "orders-app",
      dependencies: [.product(name: "OAuthClient", package: "appauth-migrate")]
    )
  ],
  swiftLanguageModes: [.v6]
)
