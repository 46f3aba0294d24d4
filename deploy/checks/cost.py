"""Measures CPU microseconds and answers a second of a few calls, with wrk as the load.

Usage: cost.py PID BASE_URL: the process of the whole system, and its address.
"""

import datetime
import os
import re
import subprocess
import sys

SECONDS = 8
CONNECTIONS = 32
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: str) -> float:
    """User and system time of one process."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


def load(url: str) -> tuple[int, int]:
    """Runs wrk. Answers how many requests were answered, and how many of them badly."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    answered = int(re.search(r"(\d+) requests in", text).group(1))
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return answered, int(bad.group(1)) if bad else 0


def main() -> int:
    pid, base = sys.argv[1:3]
    date = datetime.date.today() + datetime.timedelta(days=60)
    search = f"{base}/api/flights/search?origin=JFK&destination=LHR&departureDate={date}&adultsCount=1&limit=20"
    print(f"{'call':<28}{'answers/s':>10}{'CPU us each':>13}{'bad':>6}")
    for name, url in [("mode", f"{base}/api/system/mode"), ("home page", f"{base}/"), ("search, cached, 20 offers", search)]:
        load_once = subprocess.run(["curl", "-sf", "-o", "/dev/null", url], check=False)
        before = cpu_seconds(pid)
        answered, bad = load(url)
        used = cpu_seconds(pid) - before
        print(f"{name:<28}{answered / SECONDS:>10.0f}{used / answered * 1e6:>13.0f}{bad + load_once.returncode:>6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
