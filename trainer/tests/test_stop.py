import json
import os
import signal
import subprocess
import time
import unittest

from .support import EXAMPLES, SMALL, TRAINER, FolderCase, arguments, environment, lines_of, run

ENDLESS = ["--questions", str(EXAMPLES), "--epochs", "100000", *SMALL]


@unittest.skipIf(os.name == "nt", "Windows has no such signals")
class Stopping(FolderCase):
    def start(self) -> "subprocess.Popen[bytes]":
        self.out = self.folder / "out"
        child = subprocess.Popen(
            arguments(TRAINER, "--out", str(self.out), *ENDLESS),
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.addCleanup(child.communicate)
        self.addCleanup(child.kill)
        metrics = self.out / "metrics.jsonl"
        until = time.monotonic() + 60
        while not (metrics.exists() and metrics.stat().st_size > 2_000):
            self.assertIsNone(child.poll(), "the run ended by itself")
            self.assertLess(time.monotonic(), until, "no step within a minute")
            time.sleep(0.02)
        return child

    def test_a_signal_ends_the_run_after_its_step_with_the_model_as_it_is(self) -> None:
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            with self.subTest(signal=number.name):
                child = self.start()
                child.send_signal(number)
                _, error = child.communicate(timeout=10)
                self.assertEqual((child.returncode, error), (code, b""))
                lines = lines_of(self.out / "metrics.jsonl")
                self.assertEqual([line["step"] for line in lines], list(range(1, len(lines) + 1)))
                report = json.loads((self.out / "report.json").read_text("utf-8"))
                self.assertEqual((report["step"], report["stopped"]), (len(lines), number.name))
                self.assertEqual(
                    sorted(path.name for path in self.out.iterdir()),
                    ["metrics.jsonl", "model.pt", "report.json"],
                )
                model = str(self.out / "model.pt")
                ended = run("tracehop_trainer.predict_complexity", "--model", model, "Who built it?")
                self.assertEqual(ended.returncode, 0, ended.stderr)
                (self.out / "metrics.jsonl").unlink()

    def test_a_kill_leaves_whole_lines_and_no_model(self) -> None:
        child = self.start()
        child.kill()
        child.wait(timeout=10)
        text = (self.out / "metrics.jsonl").read_text("utf-8")
        self.assertTrue(text.endswith("\n"))
        lines_of(self.out / "metrics.jsonl")
        self.assertEqual([path.name for path in self.out.iterdir()], ["metrics.jsonl"])
