"""A person with a real browser: headless Chromium goes where the command sends it, signs in and consents.

  chromium.py PROFILE URL     wants Debian's chromium and chromium-driver, and Python's selenium; PROFILE is a folder

It says what stands in the page at the end, and fails if it is not one of the command's own.
"""
import sys, urllib.parse
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

options = webdriver.ChromeOptions()
options.binary_location = "/usr/bin/chromium"
for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--ignore-certificate-errors",
             "--user-data-dir=" + sys.argv[1]):
    options.add_argument(flag)
driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def is_back(driver):
    """At the redirect URI of the command."""
    return urllib.parse.urlsplit(driver.current_url).path in ("/callback", "/logged-out", "/signed-out")


def visible(selector):
    return [element for element in driver.find_elements(By.CSS_SELECTOR, selector) if element.is_displayed()]


def step(driver):
    """Does what the page wants next; true when there is nothing left to do."""
    if is_back(driver): return True
    user = visible("input[type=text], input[type=email], input[name=login], input[name=username]")
    password = visible("input[type=password]")
    if user and not user[0].get_attribute("value"): user[0].send_keys("demo")
    if password and not password[0].get_attribute("value"): password[0].send_keys("demo-password")
    wanted = ("sign in", "log in", "login", "continue", "accept", "authorize", "allow", "submit", "yes", "next", "grant", "logout", "sign out")
    for button in visible("button, input[type=submit]"):
        name = (button.text or button.get_attribute("value") or "").strip().lower()
        if (name == "ok" or any(word in name for word in wanted)) and not any(word in name for word in ("cancel", "deny", "refuse")):
            button.click()
            break
    return False


try:
    driver.get(sys.argv[2])
    WebDriverWait(driver, 40, poll_frequency=0.5, ignored_exceptions=(Exception,)).until(step)
    print(driver.find_element(By.TAG_NAME, "body").text)
    loaded = driver.execute_script("return performance.getEntriesByType('resource').length")
    print(f"{loaded} further resources")
except Exception as failure:
    print(failure, driver.current_url.split("?")[0], driver.find_element(By.TAG_NAME, "body").text[:300], file=sys.stderr)
    sys.exit(1)
finally:
    driver.quit()
