"""What the tests share: temporary folders, question files, runs of the trainer as a user starts it."""

import contextlib
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "corpus" / "questions.jsonl"
TRAINER = "tracehop_trainer.query_complexity"

# Small enough for a second, large enough to learn.
SMALL = ["--buckets", "2048", "--hidden", "32", "--learning-rate", "0.004"]


class FolderCase(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="tracehop-trainer-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name: str, content: str | bytes) -> str:
        """Writes a file; returns its path."""
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return str(path)


def arguments(module: str, *rest: str) -> list[str]:
    """The command that runs a module of the package."""
    return [sys.executable, "-m", module, *rest]


def environment() -> dict[str, str]:
    """The environment of a run: this package, one thread."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "trainer"), "OMP_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def run(module: str, *rest: str) -> Ended:
    """Runs a module's command line in this process, which has torch loaded already."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = importlib.import_module(module).main(list(rest))
        except SystemExit as end:
            code = end.code
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Ended(code, *texts)


def run_apart(module: str, *rest: str) -> Ended:
    """Runs a module as a user does, in a process of its own."""
    ended = subprocess.run(
        arguments(module, *rest),
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        cwd=ROOT,
        timeout=120,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a JSON Lines file by a strict parser: a bare NaN is an error."""

    def refuse(word: str) -> None:
        raise ValueError(f"{path}: bare {word}")

    return [json.loads(line, parse_constant=refuse) for line in path.read_text("utf-8").splitlines()]
