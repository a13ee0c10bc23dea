import LegacyState

extension LegacyAuthState.Library {
  /// As its makers write it.
  var words: String {
    switch self {
    case .appAuthAndroid: "AppAuth-Android"
    case .appAuthIOS: "AppAuth-iOS"
    case .flutterAppAuth: "flutter_appauth"
    case .reactNativeAppAuth: "react-native-app-auth"
    case .appAuthJS: "AppAuth-JS"
    case .gtmAppAuth: "GTMAppAuth"
    case .oktaOIDC: "OktaOidc"
    case .unknown: "unknown library"
    }
  }
}
