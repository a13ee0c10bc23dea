#!/usr/bin/env python3
"""A browser for tests at glewlwyd, whose sign-in page is a script: does over its API what the page does.

  browser.py START

Goes from a client's start page to the provider, signs in as the demo user, grants what is asked for, and follows
the redirect to its end.
"""
import http.cookiejar, json, sys, urllib.error, urllib.parse, urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments, **named):
        return None


policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("https", "http"))
opener = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar(policy)),
    NoRedirect())


def ask(url, body=None, method=None):
    content = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data=content, method=method, headers={"Content-Type": "application/json"})
    try:
        answer = opener.open(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    answer.read()
    location = answer.headers.get("Location")
    return answer.getcode(), location and urllib.parse.urljoin(url, location)


def must(status, what):
    if status != 200:
        sys.exit(f"{what}: {status}")


status, location = ask(sys.argv[1])
home = urllib.parse.urlsplit(location)[:2]
for _ in range(12):
    address = urllib.parse.urlsplit(location)
    if address[:2] != home:
        ask(location)
        sys.exit(0)
    if not address.path.endswith("/login.html"):
        status, location = ask(location)
        if not location:
            sys.exit(f"a page of {status} instead of a redirect")
        continue
    asked = dict(urllib.parse.parse_qsl(address.query, keep_blank_values=True))
    if "callback_url" not in asked:
        sys.exit("the sign-in page says no")
    origin = f"{address.scheme}://{address.netloc}"
    must(ask(origin + "/api/auth/", {"username": "demo", "password": "demo-password"})[0], "the sign-in")
    grant = f"{origin}/api/auth/grant/{asked.get('client_id')}"
    must(ask(grant, {"scope": asked.get("scope", "")}, "PUT")[0], "the consent")
    back = asked["callback_url"]
    status, location = ask(back + ("&" if "?" in back else "?") + "g_continue")
sys.exit("too many steps")
