"""The peer: takes the same fields and digests of each state of a JSON Lines file with orjson, and writes them as json."""
import hashlib, sys

import orjson

digest = lambda token: hashlib.sha256(token.encode()).hexdigest() if token else None
states = []
with open(sys.argv[1], "rb") as file:
    for number, line in enumerate(file, 1):
        state = orjson.loads(line)
        token, sign_in = state.get("mLastTokenResponse") or {}, state.get("lastAuthorizationResponse") or {}
        request = sign_in.get("request") or {}
        configuration = request.get("configuration") or state.get("config") or {}
        states.append({
            "line": number, "issuer": (configuration.get("discoveryDoc") or {}).get("issuer"),
            "authorization_endpoint": configuration.get("authorizationEndpoint"),
            "token_endpoint": configuration.get("tokenEndpoint"),
            "client_id": request.get("clientId"), "redirect_uri": request.get("redirectUri"),
            "scopes": (state.get("scope") or "").split(), "pkce": request.get("codeVerifierChallengeMethod"),
            "nonce": "nonce" in request, "expires_at": token.get("expires_at"),
            "tokens": {name: {"sha256": digest(value), "length": len(value or "")} for name, value in {
                "refresh": state.get("refreshToken"), "access": token.get("access_token"),
                "id": token.get("id_token"), "authorization_code": sign_in.get("code")}.items()},
        })
sys.stdout.buffer.write(orjson.dumps({"states": states}, option=orjson.OPT_INDENT_2))
