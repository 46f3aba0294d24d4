"""Fails where a document links to a file that is not there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    missing = [
        f"{document}: {target}"
        for document in listed.split()
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", (ROOT / document).read_text())
        if not (ROOT / document).parent.joinpath(target).exists()
    ]
    print("\n".join(missing))
    print("1 failed" if missing else "1 passed")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
