#!/usr/bin/env python3
"""A browser for tests: drives a provider's login and consent pages over HTTP.

Standard library only. No script engine: it fills in HTML forms.

  browser.py [--user U] [--password P] [--ca FILE] [--deny] [--follow] [--jar FILE] [--json] URL

Opens URL, signs in, answers the consent form, and stops at the first redirect
that leaves the provider's origin (the callback). Prints that URL on stdout and
exits 0. With --follow it also GETs it when it is http(s) on loopback, as a real
browser would. When the provider shows an error page instead, it prints
'PAGE <status> <first text of the page>' and exits 3.
--jar keeps cookies in a file between calls (single sign-on, prompt=none, logout).
A first URL http://127.0.0.1:PORT/start/... is a client's one-time start page: its redirect,
or the form that it would post by itself, leads to the provider.
--deny presses the consent form's refusal. --json prints {kind, status, url, text}.
"""
import argparse, html.parser, http.cookiejar, json, os, re, ssl, sys
import urllib.error, urllib.parse, urllib.request


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *a, **k):
        return None


class Response:
    def __init__(self, url, status, headers, body):
        self.url, self.status, self.headers, self.body = url, status, headers, body

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def location(self):
        loc = self.headers.get("Location")
        return urllib.parse.urljoin(self.url, loc) if loc else None

    def json(self):
        return json.loads(self.text)


class Form:
    def __init__(self, attrs):
        self.action = attrs.get("action") or ""
        self.method = (attrs.get("method") or "get").lower()
        self.fields, self.buttons = [], []


class _Forms(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self.cur, self.sel, self.btn = [], None, None, None
        self.words, self.skip = [], 0
        self.links, self.refresh = [], None

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag in ("script", "style"):
            self.skip += 1
        if tag == "form":
            self.cur = Form(a); self.cur.id = a.get("id")
            self.forms.append(self.cur)
        elif tag == "a" and a.get("href"):
            self.links.append(a["href"])
        elif tag == "meta" and (a.get("http-equiv") or "").lower() == "refresh":
            m = re.search(r"url=['\"]?([^'\"]+)", a.get("content") or "", re.I)
            self.refresh = m and m.group(1)
        f = self.cur
        if a.get("form"):
            f = next((x for x in self.forms if x.id == a["form"]), f)
        if f is None:
            return
        if tag == "input":
            t = (a.get("type") or "text").lower()
            if t in ("submit", "image", "button"):
                f.buttons.append((a.get("name"), a.get("value") or "", a.get("value") or "", a))
            elif t in ("checkbox", "radio"):
                f.fields.append((a.get("name"), a.get("value") or "on", t, "checked" in a))
            else:
                f.fields.append((a.get("name"), a.get("value") or "", t, True))
        elif tag == "button":
            self.btn = [f, a, ""]
        elif tag == "select":
            self.sel = [f, a.get("name"), None]
        elif tag == "option" and self.sel and (self.sel[2] is None or "selected" in a):
            self.sel[2] = a.get("value") or ""
        elif tag == "textarea":
            f.fields.append((a.get("name"), "", "textarea", True))

    def handle_endtag(self, tag):
        if tag in ("script", "style") and self.skip:
            self.skip -= 1
        if tag == "form":
            self.cur = None
        elif tag == "button" and self.btn:
            f, a, txt = self.btn
            f.buttons.append((a.get("name"), a.get("value") or "", txt.strip(), a))
            self.btn = None
        elif tag == "select" and self.sel:
            f, n, v = self.sel
            f.fields.append((n, v or "", "select", True))
            self.sel = None

    def handle_data(self, data):
        if self.btn:
            self.btn[2] += data
        if not self.skip and data.strip():
            self.words.append(data.strip())


USER_FIELDS = ("username", "user", "login", "sub", "email", "user_name", "identifier")
NO_WORDS = ("deny", "cancel", "abort", "refuse", "reject", "decline", "logout", "switch", "stay")


class Browser:
    def __init__(self, ca=None, jar=None):
        policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("https", "http"), rfc2965=False)
        self.jar = http.cookiejar.LWPCookieJar(jar, policy=policy)
        self.jarfile = jar
        if jar and os.path.exists(jar):
            self.jar.load(ignore_discard=True, ignore_expires=True)
        ctx = ssl.create_default_context(cafile=ca) if ca else ssl.create_default_context()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ctx),
            urllib.request.HTTPCookieProcessor(self.jar), _NoRedirect())
        self.trace = []

    def request(self, url, data=None, headers=None, method=None):
        h = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "User-Agent": "provider-test-browser/1",
             "Accept-Language": "en"}
        h.update(headers or {})
        if isinstance(data, dict) or isinstance(data, list):
            data = urllib.parse.urlencode(data).encode()
        req = urllib.request.Request(url, data=data, headers=h, method=method)
        try:
            r = self.opener.open(req, timeout=60)
        except urllib.error.HTTPError as e:
            r = e
        body = r.read()
        res = Response(url, getattr(r, "status", None) or r.code, r.headers, body)
        self.trace.append((req.get_method(), url, res.status))
        if self.jarfile:
            self.jar.save(ignore_discard=True, ignore_expires=True)
        return res

    # -- the walk -------------------------------------------------------------
    def walk(self, url, user="demo", password="demo-password", deny=False, limit=25, signin=True):
        """Returns (kind, status, url, text): kind 'redirect' or 'page'. signin=False stops at a login page."""
        res = self.request(url)
        if self.is_start_page(url):
            res = self.leave(res)
        home = urllib.parse.urlsplit(res.url)[:2]
        posts = {}
        for _ in range(limit):
            if res.location and 300 <= res.status < 400:
                loc = res.location
                if urllib.parse.urlsplit(loc)[:2] != home:
                    return "redirect", res.status, loc, ""
                res = self.request(loc, headers={"Referer": res.url})
                continue
            p = _Forms()
            p.feed(res.text)
            text = " ".join(p.words)[:600]
            if res.status >= 400 and not p.forms:
                return "page", res.status, res.url, text
            if p.refresh and not p.forms:
                loc = urllib.parse.urljoin(res.url, p.refresh)
                if urllib.parse.urlsplit(loc)[:2] != home:
                    return "redirect", res.status, loc, ""
                res = self.request(loc)
                continue
            if deny:      # some pages refuse by a link
                no = [l for l in p.links if l.rstrip("/").endswith(("/abort", "/cancel", "/deny"))]
                if no and not any(ty == "password" for f in p.forms for _, _, ty, _ in f.fields):
                    res = self.request(urllib.parse.urljoin(res.url, no[0]))
                    continue
            form = self.pick(p.forms, deny)
            if form is None:
                return "page", res.status, res.url, text
            has_pw = any(t == "password" for _, _, t, _ in form.fields)
            asks_user = has_pw or any((n or "").lower() in USER_FIELDS and ty in ("text", "email") for n, _, ty, _ in form.fields)
            if asks_user and not signin:
                return "page", res.status, res.url, "login page: " + text
            seen = (res.url, form.action)
            posts[seen] = posts.get(seen, 0) + 1
            if posts[seen] > 2:
                return "page", res.status, res.url, ("login refused: " if asks_user else "") + text
            res = self.submit(res, form, user, password, deny)
        return "page", res.status, res.url, "too many steps"

    def is_start_page(self, url):
        start = urllib.parse.urlsplit(url)
        return start.hostname in ("127.0.0.1", "::1") and start.path.startswith("/start/")

    def leave(self, start):
        """From a client's start page, which may be used only once, to the provider."""
        if start.location:
            return self.request(start.location)
        page = _Forms()
        page.feed(start.text)
        return self.submit(start, page.forms[0], "", "", False) if page.forms else start

    def pick(self, forms, deny):
        cand = [f for f in forms if f.method == "post"] or [
            f for f in forms if f.fields and not any(n in ("q", "search") for n, *_ in f.fields)]
        for f in cand:
            if any(t == "password" for _, _, t, _ in f.fields):
                return f
        # a form that only switches language is no answer
        cand = [f for f in cand if not any((n or "") in ("language", "lang") for n, *_ in f.fields)]
        return cand[0] if cand else None

    def submit(self, res, form, user, password, deny):
        out = []
        for n, v, t, on in form.fields:
            if not n:
                continue
            if t == "password":
                v = password
            elif t in ("text", "email") and (n.lower() in USER_FIELDS or n.lower().endswith("login")) and not v:
                v = user
            elif t in ("checkbox", "radio") and not on and n.lower() not in ("allow", "consent", "scope"):
                continue
            if deny and n == "confirm" and t == "hidden":
                v = "-1"
            out.append((n, v))
        btns = form.buttons
        def no(b):
            s = " ".join(str(x or "") for x in b[:3]).lower()
            return b[0] != "allow" and any(w in s for w in NO_WORDS)
        want = [b for b in btns if no(b) == deny] or btns
        if want and want[0][0]:
            out.append((want[0][0], want[0][1]))
        action = (want and want[0][3].get("formaction")) or form.action
        url = urllib.parse.urljoin(res.url, action)
        if form.method == "get":
            return self.request(url.split("?")[0] + "?" + urllib.parse.urlencode(out))
        u = urllib.parse.urlsplit(res.url)
        return self.request(url, out, {"Referer": res.url, "Origin": f"{u.scheme}://{u.netloc}",
                                       "Content-Type": "application/x-www-form-urlencoded"})


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("url"); ap.add_argument("--user", default="demo")
    ap.add_argument("--password", default="demo-password"); ap.add_argument("--ca")
    ap.add_argument("--deny", action="store_true")
    ap.add_argument("--follow", action="store_true"); ap.add_argument("--jar")
    ap.add_argument("--json", action="store_true")
    a = ap.parse_args()
    b = Browser(ca=a.ca, jar=a.jar)
    kind, status, url, text = b.walk(a.url, a.user, a.password, a.deny)
    if a.json:
        print(json.dumps({"kind": kind, "status": status, "url": url, "text": text}))
    else:
        print(url if kind == "redirect" else f"PAGE {status} {text}")
    if kind != "redirect":
        return 3
    host = urllib.parse.urlsplit(url).hostname
    if a.follow and url.startswith("http") and host in ("127.0.0.1", "::1", "localhost"):
        b.request(url)
    return 0


if __name__ == "__main__":
    sys.exit(main())
