"""A person at one of the shared providers: signs in and out over HTTP, as their own browser.py does.

  shared_browser.py PROVIDERS KIND JAR CA URL

URL is the start page that the command gives to its opener. A sign-in's is a redirect; a sign-out's is a form, which is
sent on as the page itself would do.
"""
import os, sys, urllib.parse

providers, kind, jar, ca, url = sys.argv[1:]
sys.path.insert(0, os.path.join(providers, "common"))
import browser  # noqa: E402

driver = os.path.join(providers, kind, "driver.py")
person = browser.load(driver if os.path.exists(driver) else None)(ca=ca or None, jar=jar)
start = person.request(url)
if start.location:
    where, status, address, text = person.walk(start.location)
else:
    page = browser._Forms()
    page.feed(start.text)
    form = page.forms[0]
    fields = [(name, value) for name, value, *_ in form.fields if name]
    action = urllib.parse.urljoin(url, form.action)
    where, status, address, text = person.walk(action + "?" + urllib.parse.urlencode(fields))
if where != "redirect":
    sys.exit(f"{status}: {text}")
if urllib.parse.urlsplit(address).hostname in ("127.0.0.1", "::1"):
    person.request(address)
