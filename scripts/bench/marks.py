"""The marks of AppAuth state in the spellings that one pass of the audit looks for, as patterns for ripgrep."""
import base64

NAMES = ["lastAuthorizationResponse", "mAuthorizationException", "authorizationEndpoint", "mLastTokenResponse",
         "lastRegistrationResponse", "astTokenResponse"]
ARCHIVES = ["OIDAuthorizationRe", "OIDTokenRe", "OIDRegistrationRe", "YnBsaXN0MDD"]


def encoded(name):
    """What of a word is in base64 whatever stands before and behind it, in each of the three alignments."""
    for before in range(3):
        text = base64.b64encode(b"\0" * before + name.encode()).decode()
        start = [0, 2, 3][before]
        yield text[start:-4] if len(text) % 4 == 0 else text[start:]


def patterns():
    found = []
    for name in NAMES:
        wide = lambda order: "".join((f"{letter}\\x00", f"\\x00{letter}")[order] for letter in name)
        found += [name, wide(0), wide(1), name.encode().hex(), *encoded(name)]
    return found + ARCHIVES
