"""Sets up the provider over its own admin API: OpenID Connect, scopes, one public client, one user."""
import json, os, sys, urllib.error, urllib.request

origin, data, redirect = sys.argv[1:4]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
cookies = {}


def call(method, path, body=None):
    headers = {"Content-Type": "application/json"}
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    content = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(origin + "/api" + path, method=method, headers=headers, data=content)
    try:
        with opener.open(request, timeout=30) as answer:
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, value = cookie.split(";")[0].split("=", 1)
                cookies[name] = value
            return answer.read()
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read().decode()[:600]}")


def on(name):
    return os.environ.get(name) == "1"


call("POST", "/auth/", {"username": "admin", "password": "password"})
call("POST", "/mod/plugin/", {
    "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": True,
    "parameters": {
        "iss": origin + "/api/oidc", "jwt-type": "rsa", "jwt-key-size": "256",
        "key": open(data + "/sign.key").read(), "cert": open(data + "/sign.pem").read(),
        "access-token-duration": 300, "refresh-token-duration": 1209600, "code-duration": 60,
        "refresh-token-rolling": True, "refresh-token-one-use": "always", "allow-non-oidc": False,
        "auth-type-code-enabled": True, "auth-type-code-revoke-replayed": True,
        "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
        "auth-type-none-enabled": False, "auth-type-password-enabled": False,
        "auth-type-client-enabled": False, "auth-type-device-enabled": False,
        "auth-type-refresh-enabled": True,
        "scope": [], "additional-parameters": [], "claims": [],
        "email-claim": "mandatory", "name-claim": "mandatory", "scope-claim": "no",
        "allowed-scope": ["openid", "profile", "offline_access"],
        "pkce-allowed": True, "pkce-method-plain-allowed": False, "pkce-required": True,
        "introspection-revocation-allowed": True, "introspection-revocation-allow-target-client": True,
        "session-management-allowed": True, "session-cookie-name": "GLEWLWYD2_OIDC_SID",
        "session-cookie-expiration": 2419200, "front-channel-logout-allowed": True,
        "back-channel-logout-allowed": False, "oauth-as-iss-id": True,
        "oauth-par-allowed": True, "oauth-par-required": on("PAR_REQUIRED"),
        "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:", "oauth-par-duration": 90,
        "oauth-dpop-allowed": True, "oauth-dpop-iat-duration": 60, "oauth-dpop-iat-gap-duration": 60,
        "oauth-dpop-nonce-mandatory": on("DPOP_NONCE"), "oauth-dpop-nonce-counter": 5,
    }})
for scope in ("profile", "offline_access"):
    call("POST", "/scope/", {"name": scope, "display_name": scope, "description": scope,
                             "password_required": False, "scheme": {}})
call("PUT", "/scope/openid", {"display_name": "openid", "description": "openid", "password_required": True,
                             "password_max_age": 0, "scheme": {}})
call("POST", "/user/", {"username": "demo", "password": "demo-password", "name": "Demo User",
                        "email": "demo@example.com", "enabled": True,
                        "scope": ["openid", "profile", "offline_access"]})
call("POST", "/client/", {"client_id": "migrated-app", "name": "migrated-app", "description": "migrated-app",
                          "enabled": True, "confidential": False, "redirect_uri": [redirect],
                          "authorization_type": ["code", "refresh_token"], "scope": [],
                          "token_endpoint_auth_method": ["none"]})
