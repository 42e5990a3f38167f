"""Trains a classifier that tells how much retrieval a question needs.

    python -m tracehop_trainer.query_complexity --questions questions.jsonl --out out

The idea is Adaptive-RAG's (Jeong et al. 2024): a router reads the question alone and chooses no
retrieval (A), one (B) or several (C).

Exit codes: 0 trained; 1 the loss diverged; 2 wrong usage or unreadable input; 128 + N ended by signal N after
the step it came in, with the model as it was then.
"""

import sys
import time
from pathlib import Path

import torch

from . import report
from .errors import UserError
from .metrics import MetricsFile, log, log_heading
from .model import save
from .questions import Questions, read_questions, require_classes
from .settings import Settings, parse
from .split import Split, majority, split
from .stop import Stop
from .training import Training


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, the process's own by default; returns the exit code."""
    settings = parse(arguments)
    # At this size a second thread saves nothing, and waiting for it costs much where the cores are busy. The
    # result does not depend on the number of cores then, either.
    torch.set_num_threads(1)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a path's letters is no reason to end.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    with Stop() as stop:
        try:
            read = read_questions(settings.questions)
            labels = require_classes(read.questions)
            settings.out.mkdir(parents=True, exist_ok=True)
        except UserError as error:
            return _failed(error, 2)
        except OSError as error:
            return _failed(UserError(f"{settings.out}: cannot be made: {error.strerror}"), 2)
        return _train(settings, read, labels, stop)


def _train(settings: Settings, read: Questions, labels: list[str], stop: Stop) -> int:
    start = time.monotonic()
    parts = split(read.questions, settings.validation_share, settings.seed)
    training = Training(settings, parts, labels)
    try:
        file = MetricsFile(settings.out / "metrics.jsonl", training.total)
    except UserError as error:
        return _failed(error, 2)
    _announce(settings, read, parts, labels, training)
    with file:
        try:
            training.run(file, stop)
        except UserError as error:
            return _failed(error, 1)
    # A signal that comes after the last step finds a finished run.
    stopped = stop.signal if training.step < training.total else None
    if stopped is not None:
        log(f"{stopped.name}: stopped after step {training.step} of {training.total}")
        if training.step == 0:
            return stop.exit_code
    result = report.build(settings, read, parts, training.trained)
    seconds = round(time.monotonic() - start, 3)
    name = None if stopped is None else stopped.name
    result |= {"step": training.step, "total": training.total, "stopped": name, "seconds": seconds}
    save(settings.out / "model.pt", training.trained)
    report.write(settings.out / "report.json", result)
    _conclude(result, settings.out)
    return 0 if stopped is None else stop.exit_code


def _announce(
    settings: Settings, read: Questions, parts: Split, labels: list[str], training: Training
) -> None:
    of_class = {label: sum(each.label == label for each in read.questions) for label in labels}
    facts: dict[str, object] = {
        "Num examples": len(parts.train),
        "Num validation examples": len(parts.validation),
        "Classes": ", ".join(f"{label} {count}" for label, count in of_class.items()),
        "Majority class": majority(parts.train, labels),
        "Num Epochs": settings.epochs,
        "Batch size": settings.batch_size,
        "Total optimization steps": training.total,
        "Parameters": sum(each.numel() for each in training.trained.model.parameters()),
    }
    if read.duplicates:
        facts["Questions asked again"] = f"{read.duplicates}, {read.conflicts} of them with another class"
    log_heading("Running training", facts)


def _conclude(result: dict[str, object], out: Path) -> None:
    validation, baseline = result["validation"], result["baseline"]
    assert isinstance(validation, dict) and isinstance(baseline, dict)
    low, high = validation["interval"]
    log_heading(
        "Validation",
        {
            "Accuracy": f"{validation['accuracy']:.3f} (95 % interval {low:.2f} to {high:.2f})",
            "Majority baseline": f"{baseline['validation']:.3f} (always {baseline['label']})",
            "Seconds": result["seconds"],
            "Model": out / "model.pt",
        },
    )


def _failed(error: UserError, code: int) -> int:
    print(f"error: {error}", file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
