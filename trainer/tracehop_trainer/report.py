"""`report.json`: what a run was given, what it reached, and where it is wrong."""

import math
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .model import Trained, most_likely
from .questions import Question, Questions
from .records import to_json
from .settings import Settings
from .split import Split, majority

VERSION = 1


def interval(right: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, each end in 0..1 (Wilson 1927). `count` is at least 1."""
    z = 1.959964
    share, width = right / count, z * z / count
    middle = (share + width / 2) / (1 + width)
    half = z * math.sqrt(share * (1 - share) / count + width / (4 * count)) / (1 + width)
    return max(0.0, middle - half), min(1.0, middle + half)


def build(settings: Settings, read: Questions, parts: Split, trained: Trained) -> dict[str, Any]:
    """The report of a model on both parts. The caller adds how far the run came."""
    by_part = {"train": parts.train, "validation": parts.validation}
    answers = {part: trained.probabilities([each.text for each in by_part[part]]) for part in by_part}
    constant = majority(parts.train, trained.labels)
    return {
        "version": VERSION,
        "task": "query-complexity",
        "settings": _settings(settings),
        "files": [
            {"path": source.path, "label": source.label, "questions": dict(sorted(counts.items()))}
            for source, counts in read.per_file
        ],
        "duplicates": read.duplicates,
        "conflicts": read.conflicts,
        "classes": {
            label: {part: _count(by_part[part], label) for part in by_part} for label in trained.labels
        },
        "baseline": {
            "label": constant,
            **{part: _count(of, constant) / len(of) for part, of in by_part.items()},
        },
        **{part: _part(by_part[part], answers[part], trained.labels) for part in by_part},
        "misclassified": [
            {
                **{
                    "id": question.id,
                    "question": question.text,
                    "path": question.path,
                    "line": question.line,
                },
                **{
                    "part": part,
                    "label": question.label,
                    "predicted": most_likely(row),
                    "probabilities": row,
                },
            }
            for part in by_part
            for question, row in zip(by_part[part], answers[part], strict=True)
            if most_likely(row) != question.label
        ],
    }


def write(path: Path, report: dict[str, Any]) -> None:
    """Writes a report, all at once."""
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(f"{to_json(report, indent=2)}\n", encoding="utf-8")
    partial.replace(path)


def _part(questions: list[Question], answers: list[dict[str, float]], labels: list[str]) -> dict[str, Any]:
    """Accuracy, and the confusion: rows are the true classes, columns what was predicted."""
    pairs = Counter((each.label, most_likely(row)) for each, row in zip(questions, answers, strict=True))
    right = sum(pairs[label, label] for label in labels)
    return {
        "questions": len(questions),
        "accuracy": right / len(questions),
        "interval": list(interval(right, len(questions))),
        "confusion": {true: {predicted: pairs[true, predicted] for predicted in labels} for true in labels},
    }


def _count(questions: list[Question], label: str) -> int:
    return sum(question.label == label for question in questions)


def _settings(settings: Settings) -> dict[str, Any]:
    numbers = asdict(settings)
    return {name: value for name, value in numbers.items() if name not in ("questions", "out")}
