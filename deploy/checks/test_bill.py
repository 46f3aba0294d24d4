"""Tests of deploy/checks/bill.py."""

import unittest

from bill import bill

CRATES = [
    {"name": "ours", "version": "0.1.0", "dependencies": ["rand 0.9.0", "spec"]},
    {"name": "rand", "version": "0.9.0", "source": "registry", "checksum": "12"},
    {"name": "rand", "version": "0.10.0", "source": "registry", "checksum": "34"},
    {"name": "spec", "version": "1.0.0+3.1", "source": "registry", "checksum": "56"},
]


class Bill(unittest.TestCase):
    def test_every_crate_is_listed_with_its_checksum_and_what_it_needs(self):
        document = bill({"package": CRATES})

        self.assertEqual([it["name"] for it in document["components"]], ["ours", "rand", "rand", "spec"])
        self.assertEqual(document["components"][1]["hashes"], [{"alg": "SHA-256", "content": "12"}])
        self.assertNotIn("hashes", document["components"][0])
        needed = ["pkg:cargo/rand@0.9.0", "pkg:cargo/spec@1.0.0%2B3.1"]
        self.assertEqual(document["dependencies"][0], {"ref": "pkg:cargo/ours@0.1.0", "dependsOn": needed})


if __name__ == "__main__":
    unittest.main()
