/// The words by which bytes can hold what the plugins for Flutter and React Native, or AppAuth-JS, hand to an app.
enum ResultMarks {
  /// How far apart two words may stand that count only together.
  static let reach = 4000

  /// Members that only such a result has, looked for in every spelling.
  static let names: [StaticString] = [
    "accessTokenExpirationDate", "accessTokenExpirationTime", "authorizeAdditionalParameters",
    "authorizationAdditionalParameters",
  ]

  /// Members that are looked for as they are, some of which tell something only if another one is near.
  static let words = [
    MarkTable.Word("clientSecretExpiresAt"),
    // Every OAuth answer has the one, only AppAuth-JS writes the other in front of it.
    MarkTable.Word("expires_in", beside: "issued_at", within: 64),
    MarkTable.Word("authorizationCode", beside: "codeVerifier", within: 2000),
    // A refresh without a date, and a registration: both spellings of the first, and of the second.
    MarkTable.Word("dditionalParameters", beside: "ccessToken", within: reach),
    MarkTable.Word("dditionalParameters", beside: "clientSecret", within: reach),
  ]
}
