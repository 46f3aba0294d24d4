"""Measures what the web app costs a phone: script bytes a route as served, and Lighthouse's mobile figures.

Usage: web_cost.py BASE_URL LIGHTHOUSE RUNS: the address of the whole system, Lighthouse's program, runs a page.
"""

import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import urllib.request

ROUTES = ["/", "/search", "/flight/_", "/booking", "/my-trips", "/login", "/register"]
# First load of a page of the same framework with nothing on it, in kB: what no page of ours can go below.
FLOOR_KB = 135
CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
CHROME = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)


def fetch(url: str, coding: str) -> bytes:
    """The body as it comes over the wire, packed."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": coding, "Accept": "*/*"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def answer_of(url: str) -> dict:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)


def script_kb(base: str, route: str, coding: str) -> tuple[float, int]:
    """First-load scripts of a route in kB, and how many there are; without those for browsers that know no modules."""
    with urllib.request.urlopen(base + route, timeout=30) as answer:
        page = answer.read().decode()
    # The list that the page asks for after its first frame.
    sources = set(re.findall(r'"(/_next/static/[^"]+\.js)"', re.search(r"\}\)\((\[[^\]]*\])\)</script>", page).group(1)))
    return sum(len(fetch(base + source, coding)) for source in sources) / 1000, len(sources)


def lighthouse(program: str, url: str) -> dict:
    command = [program, url, "--quiet", "--output=json", f"--chrome-flags={CHROME}"]
    environment = os.environ | {"CHROME_PATH": os.environ.get("CHROME_PATH", "/usr/bin/chromium")}
    return json.loads(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)


def print_scripts(base: str) -> None:
    print(f"{'route':<12}{'Brotli kB':>10}{'gzip kB':>9}{'files':>7}{'/ floor':>9}")
    for route in ROUTES:
        sent, files = script_kb(base, route, "gzip, br")
        size, _ = script_kb(base, route, "gzip")
        print(f"{route:<12}{sent:>10.1f}{size:>9.1f}{files:>7}{size / FLOOR_KB:>9.2f}")


def print_lighthouse(program: str, runs: int, pages: dict[str, str]) -> None:
    print(f"\nLighthouse, mobile, median of {runs}")
    print(f"{'page':<12}{'perf':>6}{'a11y':>6}{'best':>6}{'seo':>5}{'FCP s':>7}{'LCP s':>7}{'TBT ms':>8}{'CLS':>7}{'kB':>7}")
    for name, url in pages.items():
        reports = [lighthouse(program, url) for _ in range(runs)]

        def median(read):
            return statistics.median(read(report) for report in reports)

        scores = [round(100 * median(lambda r, c=c: r["categories"][c]["score"])) for c in CATEGORIES]
        fcp, lcp, tbt, cls, weight = (
            median(lambda r, a=a: r["audits"][a]["numericValue"])
            for a in ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time",
                      "cumulative-layout-shift", "total-byte-weight"]
        )
        print(f"{name:<12}" + "".join(f"{s:>{w}}" for s, w in zip(scores, (6, 6, 6, 5)))
              + f"{fcp / 1000:>7.1f}{lcp / 1000:>7.1f}{tbt:>8.0f}{cls:>7.3f}{weight / 1000:>7.0f}")
        print_failures(reports[-1])


def print_failures(report: dict) -> None:
    """Names the audits that cost a point outside speed."""
    for category in CATEGORIES[1:]:
        for reference in report["categories"][category]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] > 0 and audit["score"] is not None and audit["score"] < 1:
                print(f"    {category}: {audit['id']}: {audit['title']}")


def main() -> int:
    base, program, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    date = datetime.date.today() + datetime.timedelta(days=60)
    query = f"origin=JFK&destination=LHR&departureDate={date}&adultsCount=1"
    offer = answer_of(f"{base}/api/flights/search?{query}&limit=20")["offers"][0]["id"]
    print_scripts(base)
    print_lighthouse(program, runs, {
        "home": f"{base}/",
        "results": f"{base}/search?{query}",
        "detail": f"{base}/flight/{offer}",
        "booking": f"{base}/booking?offer={offer}&adults=1&children=0&infants=0",
    })
    return 0


if __name__ == "__main__":
    sys.exit(main())
