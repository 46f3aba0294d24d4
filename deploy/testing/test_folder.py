"""Nothing of a run remains, however it ends."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import folder

#: A run that starts a program and tells both of their ids and the folder.
RUN = """
import os, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
import folder
own = folder.RunFolder()
os.environ["TMPDIR"] = str(own.path)
child = subprocess.Popen(["sleep", "60"])
print(own.path, own.memory, child.pid, flush=True)
time.sleep(60)
"""


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        environment = os.environ | {"TMPDIR": temporary.name}
        command = [sys.executable, "-c", RUN, str(Path(folder.__file__).parent)]
        self.run_process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.run_process.stdout
        path, memory, child = self.run_process.stdout.readline().split()
        self.run_process.stdout.close()
        self.path, self.memory, self.child = Path(path), Path(memory), int(child)

    def test_a_run_whose_number_begins_like_another_ones_is_not_touched(self) -> None:
        shorter = self.path.with_name(self.path.name[:-1])
        shorter.mkdir()

        folder.remove(shorter)

        self.assertFalse(shorter.exists())
        self.assertTrue(Path(f"/proc/{self.child}").exists())
        self.run_process.kill()
        self.run_process.wait()

    def test_a_killed_run_leaves_neither_files_nor_processes(self) -> None:
        self.assertTrue(self.path.exists() and self.memory.exists())

        self.run_process.send_signal(signal.SIGKILL)
        self.run_process.wait()

        end = time.monotonic() + 30
        while self.path.exists() or self.memory.exists() or Path(f"/proc/{self.child}").exists():
            self.assertLess(time.monotonic(), end, "the janitor has not come")
            time.sleep(0.05)


if __name__ == "__main__":
    unittest.main()
