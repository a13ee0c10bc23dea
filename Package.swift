// swift-tools-version: 6.2

import PackageDescription

/// `thread` or `address` in the builds of `make sanitize`: another lock that ThreadSanitizer knows, and the planted
/// faults that each sanitizer must find.
let sanitizer = Context.environment["APPAUTH_MIGRATE_SANITIZER"]

let sanitizing: [SwiftSetting] =
  switch sanitizer {
  case "thread": [.define("THREAD_SANITIZER")]
  case "address": [.define("ADDRESS_SANITIZER")]
  default: []
  }

/// In the build of `make fuzz` every target counts where it has been, and the fuzz target exists.
let fuzzing = Context.environment["FUZZ"] != nil

/// What the language checks in every Swift target.
let features: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ] + sanitizing
  // What libFuzzer steers by; a build without it runs blind.
  + (fuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : [])

/// The same strict settings for every Swift target: what a reviewer must look at is marked, the rest is checked.
let strict: [SwiftSetting] = features + [.treatAllWarnings(as: .error)]

/// A build for one test only: the command prints a token on purpose, so that the marker test can be seen to fail.
let leaking = Context.environment["APPAUTH_MIGRATE_LEAK_FOR_TEST"] != nil

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: strict)
}

func tests(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    path: "Tests/\(name)",
    resources: resources,
    swiftSettings: strict
  )
}

/// Unsafe flags would keep others from depending on this package, so these exist only where they were asked for.
let fuzzTargets: [Target] =
  fuzzing
  ? [
    .executableTarget(
      name: "fuzz",
      dependencies: ["JSON", "LegacyState", "Secrets"],
      path: "Tests/Fuzz",
      exclude: ["Seeds"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    )
  ] : []

/// What `make bench` measures inside a process; nothing else wants it.
let benchTargets: [Target] =
  Context.environment["BENCH"] != nil
  ? [
    .executableTarget(
      name: "benchmarks",
      dependencies: ["Crypto", "JOSE", "JSON", "POSIX", "Secrets"],
      path: "Tests/Benchmarks",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
    )
  ] : []

let package = Package(
  name: "appauth-migrate",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "appauth-migrate", targets: ["appauth-migrate"]),
    .library(name: "OAuthClient", targets: ["OAuthClient"]),
    .library(name: "OAuthClientFoundation", targets: ["OAuthClientFoundation"]),
    .library(name: "LegacyState", targets: ["LegacyState"]),
    .library(name: "Migration", targets: ["Migration"]),
  ],
  targets: [
    // C libraries: linked.
    .systemLibrary(
      name: "COpenSSL",
      path: "Sources/COpenSSL",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    // C libraries: loaded on first use, so that a command that needs none of them starts at once.
    .systemLibrary(name: "CArchive", path: "Sources/CArchive"),
    .systemLibrary(name: "CCurl", path: "Sources/CCurl"),
    .systemLibrary(name: "CMicroHTTPD", path: "Sources/CMicroHTTPD"),
    .systemLibrary(name: "CSecret", path: "Sources/CSecret"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
    // The system calls that Swift cannot make itself (variadics, macros).
    .systemLibrary(name: "CSystem", path: "Sources/CSystem"),

    module("Locks"),
    module("Secrets", ["COpenSSL"]),
    module("POSIX", ["CSystem", "Locks", "Secrets"]),
    module("JSON", ["Secrets"]),
    module("Crypto", ["COpenSSL", "Locks", "Secrets"]),
    module("Database", ["CSQLite", "Locks", "POSIX", "Secrets"]),
    module("Archive", ["CArchive", "CZlib", "POSIX", "Secrets"]),
    module("HTTP", ["CCurl", "Locks", "POSIX", "Secrets"]),
    module("Loopback", ["CMicroHTTPD", "HTTP", "Locks", "Secrets"]),
    module("Keyring", ["CSecret", "Locks", "POSIX", "Secrets"]),
    module("JOSE", ["Crypto", "JSON", "Secrets"]),
    module("Providers"),
    module(
      "OAuthClient",
      [
        "Crypto", "Database", "HTTP", "JOSE", "JSON", "Keyring", "Locks", "Loopback", "POSIX",
        "Providers", "Secrets",
      ]
    ),
    module("OAuthClientFoundation", ["OAuthClient"]),
    module(
      "LegacyState",
      ["Archive", "Crypto", "JOSE", "JSON", "Locks", "POSIX", "Secrets"]
    ),
    module(
      "Migration",
      [
        "Crypto", "Database", "HTTP", "JOSE", "JSON", "LegacyState", "Locks", "OAuthClient",
        "POSIX", "Providers", "Secrets",
      ]
    ),
    module("Terminal", ["JSON", "Locks", "POSIX", "Secrets"]),
    .executableTarget(
      name: "appauth-migrate",
      dependencies: [
        "Archive", "Crypto", "Database", "HTTP", "JSON", "LegacyState", "Loopback", "Migration",
        "OAuthClient", "POSIX", "Providers", "Secrets", "Terminal",
      ],
      path: "Sources/appauth-migrate",
      swiftSettings: strict + (leaking ? [.define("LEAK_FOR_TEST")] : [])
    ),
    .target(
      name: "DemoProvider",
      dependencies: ["Crypto", "HTTP", "JOSE", "JSON", "Locks", "Loopback", "POSIX", "Secrets"],
      path: "Sources/DemoProvider",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "demo-provider",
      dependencies: [
        "Crypto", "DemoProvider", "HTTP", "JOSE", "JSON", "POSIX", "Secrets", "TestSupport",
      ],
      path: "Sources/demo-provider",
      swiftSettings: strict
    ),

    .target(
      name: "TestSupport",
      dependencies: ["DemoProvider", "JSON", "Locks", "POSIX", "Secrets"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    tests("TestSupportTests", ["POSIX", "TestSupport"]),
    tests("LocksTests", ["Locks"]),
    tests("SecretsTests", ["POSIX", "Secrets"]),
    tests("POSIXTests", ["POSIX", "Secrets", "TestSupport"]),
    tests(
      "JSONTests",
      ["JSON", "POSIX", "Secrets", "TestSupport"],
      resources: [.copy("Fixtures")]
    ),
    tests(
      "CryptoTests",
      ["Crypto", "JSON", "Secrets", "TestSupport"],
      resources: [.copy("Fixtures")]
    ),
    tests("ArchiveTests", ["Archive", "POSIX", "Secrets", "TestSupport"]),
    tests("DatabaseTests", ["Database", "POSIX", "Secrets", "TestSupport"]),
    tests("HTTPTests", ["HTTP", "Locks", "Loopback", "POSIX", "Secrets", "TestSupport"]),
    tests("LoopbackTests", ["HTTP", "Locks", "Loopback", "Secrets", "TestSupport"]),
    tests(
      "JOSETests",
      ["Crypto", "JOSE", "JSON", "Secrets", "TestSupport"],
      resources: [.copy("Fixtures")]
    ),
    tests(
      "DemoProviderTests",
      [
        "Crypto", "DemoProvider", "HTTP", "JOSE", "JSON", "Loopback", "POSIX", "Secrets",
        "TestSupport",
      ]
    ),
    tests("ProvidersTests", ["Providers"]),
    tests(
      "OAuthClientTests",
      [
        "Crypto", "Database", "DemoProvider", "HTTP", "JOSE", "JSON", "Keyring", "Locks",
        "Loopback",
        "OAuthClient", "POSIX", "Providers", "Secrets", "TestSupport",
      ]
    ),
    .testTarget(
      name: "OAuthClientFoundationTests",
      dependencies: [
        "DemoProvider", "HTTP", "JSON", "Locks", "OAuthClient", "OAuthClientFoundation", "POSIX",
        "Secrets", "TestSupport",
      ],
      path: "Tests/OAuthClientFoundationTests",
      // Apps write what typed errors make superfluous, and get a warning for it, no more.
      swiftSettings: features
    ),
    tests(
      "LegacyStateTests",
      ["Archive", "Database", "JSON", "LegacyState", "POSIX", "Secrets", "TestSupport"],
      resources: [.copy("Fixtures")]
    ),
    tests(
      "MigrationTests",
      [
        "Database", "DemoProvider", "HTTP", "JSON", "LegacyState", "Locks", "Migration",
        "OAuthClient", "POSIX", "Secrets", "TestSupport",
      ],
      resources: [.copy("Fixtures")]
    ),
    tests(
      "TerminalTests",
      ["JSON", "Locks", "POSIX", "Secrets", "Terminal", "TestSupport"],
      resources: [.copy("Snapshots")]
    ),
    tests("CommandLineTests", ["DemoProvider", "JSON", "POSIX", "Secrets", "TestSupport"]),
    tests(
      "ProviderTests",
      ["HTTP", "JSON", "Locks", "OAuthClient", "POSIX", "Secrets", "TestSupport"],
      resources: [.copy("Fixtures")]
    ),
  ] + fuzzTargets + benchTargets,
  swiftLanguageModes: [.v6]
)
