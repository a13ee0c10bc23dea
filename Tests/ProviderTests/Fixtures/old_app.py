#!/usr/bin/env python3
"""An app of old, and someone who asks the provider what became of its tokens. Standard library only.

  old_app.py session ISSUER CLIENT REDIRECT_URI SCOPE   signs in by code flow with PKCE; prints what an app would keep
  old_app.py refresh ISSUER CLIENT                      } the token comes on standard input;
  old_app.py revoke ISSUER CLIENT                       } prints {status, body}
  old_app.py userinfo ISSUER CLIENT                     }

Speaks to the provider by itself and shares nothing with the program under test.
"""
import base64, hashlib, json, secrets, sys, urllib.error, urllib.parse, urllib.request
import browser


def fetch(url, form=None, headers={}):
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(url, data, headers)
    try:
        answer = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    text = answer.read().decode("utf-8", "replace")
    try:
        return answer.status, json.loads(text)
    except ValueError:
        return answer.status, {"text": text[:200]}


def metadata(issuer):
    """The OpenID document, completed by that of RFC 8414, where this provider names its revocation endpoint."""
    _, document = fetch(issuer + "/.well-known/openid-configuration")
    at = urllib.parse.urlsplit(issuer)
    status, more = fetch(f"{at.scheme}://{at.netloc}/.well-known/oauth-authorization-server{at.path}")
    return {**more, **document} if status == 200 else document


def session(issuer, client, redirect, scope):
    found = metadata(issuer)
    verifier, state, nonce = (secrets.token_urlsafe(48) for _ in range(3))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    request = {"response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": scope, "state": state,
               "nonce": nonce, "code_challenge": challenge, "code_challenge_method": "S256"}
    kind, status, url, text = browser.Browser().walk(
        found["authorization_endpoint"] + "?" + urllib.parse.urlencode(request))
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
    if kind != "redirect" or answer.get("state") != state or "code" not in answer:
        raise SystemExit(f"no code: {kind} {status} {text}")
    status, tokens = fetch(found["token_endpoint"], {"grant_type": "authorization_code", "client_id": client,
                           "code": answer["code"], "redirect_uri": redirect, "code_verifier": verifier})
    if status != 200:
        raise SystemExit(f"no tokens: {status} {tokens}")
    return {"metadata": found, "client_id": client, "redirect_uri": redirect, "scope": scope, "state": state,
            "nonce": nonce, "code": answer["code"], "code_verifier": verifier, "tokens": tokens}


def ask(endpoint, form=None, headers={}):
    status, body = fetch(endpoint, form, headers)
    return {"status": status, "body": body}


def main():
    command, issuer, client = sys.argv[1:4]
    if command == "session":
        answer = session(issuer, client, *sys.argv[4:])
    elif command == "refresh":
        answer = ask(metadata(issuer)["token_endpoint"], {
            "grant_type": "refresh_token", "client_id": client, "refresh_token": sys.stdin.read()})
    elif command == "revoke":
        answer = ask(metadata(issuer)["revocation_endpoint"], {"client_id": client, "token": sys.stdin.read()})
    elif command == "userinfo":
        bearer = {"Authorization": "Bearer " + sys.stdin.read()}
        answer = ask(metadata(issuer)["userinfo_endpoint"], headers=bearer)
    else:
        raise SystemExit(__doc__)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
