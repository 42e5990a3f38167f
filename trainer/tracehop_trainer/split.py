"""The stratified split into questions to learn from and questions to validate on."""

import random
from collections import Counter
from dataclasses import dataclass

from .questions import Question


@dataclass(frozen=True)
class Split:
    """Both parts, in random order."""

    train: list[Question]
    validation: list[Question]


def split(questions: list[Question], share: float, seed: int) -> Split:
    """Puts `share` of every class, at least one question and never all of them, aside for validation."""
    chance = random.Random(seed)
    parts = Split([], [])
    for label in sorted({question.label for question in questions}):
        of_class = [question for question in questions if question.label == label]
        chance.shuffle(of_class)
        cut = min(max(1, round(len(of_class) * share)), len(of_class) - 1)
        parts.validation.extend(of_class[:cut])
        parts.train.extend(of_class[cut:])
    chance.shuffle(parts.train)
    chance.shuffle(parts.validation)
    return parts


def majority(train: list[Question], labels: list[str]) -> str:
    """The most frequent class of the training part, the first of equals: a guess without reading."""
    counts = Counter(question.label for question in train)
    return max(labels, key=lambda label: counts[label])
