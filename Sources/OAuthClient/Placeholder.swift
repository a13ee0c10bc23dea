enum OAuthClientPlaceholder {}
