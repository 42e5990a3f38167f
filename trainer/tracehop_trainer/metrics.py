"""What a run says of itself: a line of JSON a step for programs, a line of text a step for people."""

import time
from pathlib import Path
from types import TracebackType

from .errors import UserError
from .records import to_json

Metrics = dict[str, float]


class MetricsFile:
    """`metrics.jsonl`: only ever appended to, a whole line at a time, so that it can be followed.

    A line holds `step` (from 1), `total` (steps of the whole run), `wall_ms` (Unix time in ms) and metrics.
    """

    def __init__(self, path: Path, total: int) -> None:
        """Raises UserError where the file is there already: two runs in one file could not be told apart."""
        try:
            self._file = path.open("x", encoding="utf-8", buffering=1)
        except FileExistsError as error:
            raise UserError(
                f"{path}: holds the metrics of an earlier run; name another folder with --out"
            ) from error
        self._total = total

    def __enter__(self) -> "MetricsFile":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()

    def write(self, step: int, metrics: Metrics) -> None:
        """Appends the metrics of a step and hands the line to the system."""
        line = {"step": step, "total": self._total, "wall_ms": time.time_ns() // 1_000_000, **metrics}
        self._file.write(f"{to_json(line)}\n")


def log(line: str) -> None:
    """A line to stdout, at once: it is followed through a pipe."""
    print(line, flush=True)


def log_heading(title: str, facts: dict[str, object]) -> None:
    """A heading with its facts, as the trainers of the Hugging Face examples print them."""
    log(f"***** {title} *****")
    for name, value in facts.items():
        log(f"  {name} = {value}")


def log_step(step: int, metrics: Metrics) -> None:
    """The console line of verl: `step:N - name:value - …`."""
    log(" - ".join([f"step:{step}", *(f"{name}:{_short(value)}" for name, value in metrics.items())]))


def _short(value: float) -> str:
    return f"{value:.2e}" if 0 < abs(value) < 1e-3 else f"{value:.4f}"
