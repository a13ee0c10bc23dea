"""Makes what is measured on: the same bytes each time, tokens of no use to anybody."""
import base64, hashlib, html, json, os, random, sqlite3, struct


def token(seed, length=43):
    """Letters that look like a token and are the same each time."""
    digest = hashlib.shake_128(str(seed).encode()).digest(length)
    return base64.urlsafe_b64encode(digest).decode()[:length]


def jwt(seed):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    body = {"iss": "https://id.example.com", "aud": "example-app", "sub": token(("sub", seed), 20),
            "exp": 1796083200, "iat": 1796079600, "nonce": token(("nonce", seed), 22)}
    return ".".join([part({"alg": "RS256", "kid": "1"}), part(body), token(("sig", seed), 342)])


def state(seed):
    """An AuthState as AppAuth-Android writes it."""
    configuration = {
        "authorizationEndpoint": "https://id.example.com/authorize",
        "tokenEndpoint": "https://id.example.com/token",
        "discoveryDoc": {"issuer": "https://id.example.com",
                         "authorization_endpoint": "https://id.example.com/authorize",
                         "token_endpoint": "https://id.example.com/token",
                         "jwks_uri": "https://id.example.com/jwks",
                         "response_types_supported": ["code"], "subject_types_supported": ["public"],
                         "id_token_signing_alg_values_supported": ["RS256"]},
    }
    request = {"configuration": configuration, "clientId": "example-app", "responseType": "code",
               "redirectUri": "com.example.app:/oauth", "scope": "openid profile offline_access",
               "state": token(("state", seed), 22), "nonce": token(("nonce", seed), 22),
               "codeVerifier": token(("verifier", seed)), "codeVerifierChallenge": token(("challenge", seed)),
               "codeVerifierChallengeMethod": "S256", "additionalParameters": {}}
    refresh = token(("refresh", seed))
    return json.dumps({
        "refreshToken": refresh, "scope": "openid profile offline_access", "config": configuration,
        "lastAuthorizationResponse": {"request": request, "state": request["state"],
                                      "code": token(("code", seed)), "additional_parameters": {}},
        "mLastTokenResponse": {
            "request": {"configuration": configuration, "clientId": "example-app",
                        "grantType": "authorization_code", "redirectUri": "com.example.app:/oauth",
                        "authorizationCode": token(("code", seed)), "additionalParameters": {}},
            "token_type": "Bearer", "access_token": token(("access", seed)), "expires_at": 1796083200000,
            "id_token": jwt(seed), "refresh_token": refresh, "scope": "openid profile offline_access",
            "additionalParameters": {}},
    }, separators=(",", ":"))


def preferences(entries):
    rows = "".join(f'    <string name="{name}">{html.escape(value)}</string>\n' for name, value in entries)
    return f"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n{rows}</map>\n"


def lines(path, count):
    """JSON Lines of so many states, one a device."""
    with open(path, "w") as file:
        for number in range(count):
            file.write(state(number) + "\n")


def tree(folder, size):
    """What is on devices: pictures, databases, caches, logs, preferences; a state in every second app."""
    random.seed(1)
    done = app = 0
    while done < size:
        home = os.path.join(folder, f"data/data/com.example.app{app}")
        for name in ["shared_prefs", "databases", "files", "cache", "no_backup"]:
            os.makedirs(os.path.join(home, name), exist_ok=True)
        entries = [(f"key_{number}", token((app, number), 20)) for number in range(40)]
        if app % 2 == 0:
            entries.insert(7, ("state", state(app)))
        files = {
            "shared_prefs/AuthState.xml": preferences(entries).encode(),
            "shared_prefs/settings.xml": preferences(entries[8:]).encode(),
            "files/model.bin": random.randbytes(6 << 20),
            "files/picture.jpg": b"\xff\xd8\xff\xe0" + random.randbytes(3 << 20),
            "cache/feed.json": json.dumps([
                {"id": number, "title": token((app, "title", number), 30), "text": "lorem ipsum " * 40,
                 "url": f"https://cdn.example.com/{number}.png"} for number in range(4000)]).encode(),
            "files/log.txt": "\n".join(
                f"2026-11-{number % 28 + 1:02} 12:00:{number % 60:02} INFO net.Http GET /v1/items/{number} 200 "
                f"{number % 900} ms request-id={token((app, 'r', number), 16)}" for number in range(40000)).encode(),
        }
        for name, content in files.items():
            with open(os.path.join(home, name), "wb") as file:
                file.write(content)
            done += len(content)
        path = os.path.join(home, "databases/app.db")
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, body TEXT, data BLOB)")
        database.executemany("INSERT INTO items VALUES (?, ?, ?, ?)", (
            (number, token((app, "n", number), 12), "some words of a body " * 20, random.randbytes(300))
            for number in range(6000)))
        database.commit()
        database.close()
        done += os.path.getsize(path)
        app += 1
