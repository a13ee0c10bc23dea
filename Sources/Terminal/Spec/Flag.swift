/// The flags by their long names; what each means stands in the table.
package enum Flag: String, Sendable, CaseIterable {
  // Output
  case format
  case report
  case output
  case quiet
  case verbose
  case plain
  case help
  case version

  // Network
  case cacert
  case proxy
  case offline

  // Files and work
  case config
  case store
  case keyFile = "key-file"
  case keySource = "key-source"
  case passphraseFile = "passphrase-file"
  case passphraseFD = "passphrase-fd"
  case ledger
  case jobs

  // Client: members of the configuration file
  case issuer
  case clientID = "client-id"
  case redirectURI = "redirect-uri"
  case postLogoutRedirectURI = "post-logout-redirect-uri"
  case scopes
  case protectedOrigins = "protected-origins"
  case resources
  case extraParameters = "extra-parameters"
  case endpoints
  case dpop
  case par
  case clockLeewaySeconds = "clock-leeway-seconds"
  case appRedirectURIs = "app-redirect-uris"

  // Of some commands
  case failOn = "fail-on"
  case compare
  case baseline
  case acceptLiveCredential = "accept-live-credential"
  case writeBaseline = "write-baseline"
  case map
  case writeMap = "write-map"
  case include
  case exclude
  case expectApp = "expect-app"
  case passwordFile = "password-file"
  case require
  case expect
  case login
  case order
  case includeHistorical = "include-historical"
  case verify
  case requireVerified = "require-verified"
  case revoke
  case evenIfNotRevoked = "even-if-not-revoked"
  case noBrowser = "no-browser"
  case timeout
  case print
  case request
  case header
  case data
  case showHeaders = "show-headers"
  case acrValues = "acr-values"
  case maxAge = "max-age"
  case again
  case withLedger = "with-ledger"
  case force
  case dryRun = "dry-run"
  case yes
}
