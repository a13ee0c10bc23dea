/// The checks that there are, in the order of the report.
package enum PreflightChecks {
  /// Those that only read what the provider publishes.
  package static let passive: [any PreflightCheck] = [
    DiscoveryReachableCheck(), IssuerExactMatchCheck(), TemplatedIssuerCheck(),
    EndpointsHTTPSCheck(), ResponseTypeCodeCheck(), PKCECheck(), TokenEndpointAuthCheck(),
    RevocationEndpointCheck(), RevocationAuthCheck(), IDTokenAlgorithmsCheck(), KeySetUsableCheck(),
    KeySetPrivateCheck(), RefreshGrantCheck(), OfflineAccessCheck(), EndSessionCheck(),
    PushedRequestsCheck(), DPoPCheck(), IssuerParameterCheck(), ClockCheck(),
    ClientConfigurationCheck(), RedirectKindCheck(), AppRedirectKindCheck(),
  ]
}
