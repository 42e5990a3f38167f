"""Labelled questions from one or more files."""

import os
from collections import Counter
from dataclasses import dataclass

from .errors import InputError, UserError
from .labels import LABELS, MEANING, LabelError, label_of
from .records import Record, read_records


@dataclass(frozen=True)
class Source:
    """A question file, and the one class of all its questions where the user names it."""

    path: str
    label: str | None = None


@dataclass(frozen=True)
class Question:
    """A question with its class; `line` counts from 1."""

    id: str
    text: str
    label: str
    path: str
    line: int


@dataclass(frozen=True)
class Questions:
    """What the files hold. A question asked again is dropped; `conflicts` of those had another class."""

    questions: list[Question]
    per_file: list[tuple[Source, Counter[str]]]
    duplicates: int
    conflicts: int


def source_of(argument: str) -> Source:
    """FILE, or FILE=A, FILE=B, FILE=C. A file whose own name ends so is taken as it is."""
    path, sign, label = argument.rpartition("=")
    if sign and path and label in LABELS and not os.path.exists(argument):
        return Source(path, label)
    return Source(argument)


def read_questions(sources: list[Source]) -> Questions:
    """Reads files in order. Raises InputError with file and line for a row that is no labelled question."""
    kept: dict[str, Question] = {}
    per_file: list[tuple[Source, Counter[str]]] = []
    duplicates = conflicts = 0
    for source in sources:
        counts: Counter[str] = Counter()
        rows = 0
        for line, row in read_records(source.path):
            question = _question(source, line, row)
            rows += 1
            # The same question in both parts of a split would be tested on what was learnt by heart.
            first = kept.setdefault(" ".join(question.text.split()).casefold(), question)
            if first is question:
                counts[question.label] += 1
            else:
                duplicates += 1
                conflicts += first.label != question.label
        if rows == 0:
            raise InputError(source.path, None, "holds no questions")
        per_file.append((source, counts))
    return Questions(list(kept.values()), per_file, duplicates, conflicts)


def require_classes(questions: list[Question]) -> list[str]:
    """The classes, sorted. Raises UserError where there is but one, or one too small to split."""
    counts = Counter(question.label for question in questions)
    if len(counts) < 2:
        [label] = counts
        raise UserError(
            f"only one class: all {len(questions)} questions are {label} ({MEANING[label]}), so there is "
            "nothing to tell apart; add a file with questions of another class, as in --questions FILE=B"
        )
    for label, count in sorted(counts.items()):
        if count < 2:
            raise UserError(
                f"class {label} ({MEANING[label]}) has 1 question; it takes 2, "
                "one to learn and one to validate"
            )
    return sorted(counts)


def _question(source: Source, line: int, row: Record) -> Question:
    text = row.get("question", row.get("question_text"))
    if not isinstance(text, str) or not text.strip():
        raise InputError(source.path, line, "no question: `question` has to be a string that is not blank")
    try:
        label = source.label or label_of(row)
    except LabelError as error:
        raise InputError(source.path, line, str(error)) from error
    identity = row.get("id", row.get("_id", row.get("question_id")))
    return Question(str(line if identity is None else identity), text, label, source.path, line)
