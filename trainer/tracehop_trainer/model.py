"""The classifier: a deep averaging network (Iyyer et al. 2015) over hashed n-grams."""

import os
import pickle
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from .errors import InputError
from .features import Features

FORMAT = "tracehop-query-complexity"
VERSION = 1


@dataclass(frozen=True)
class Shape:
    """The size of a network. `hidden` is the width of the averaged embedding."""

    buckets: int
    hidden: int
    classes: int


class Classifier(nn.Module):
    """Mean of the n-grams' embeddings, then one hidden layer."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.embed = nn.EmbeddingBag(shape.buckets, shape.hidden, mode="mean")
        self.hidden = nn.Linear(shape.hidden, shape.hidden)
        self.out = nn.Linear(shape.hidden, shape.classes)
        self.dropout = dropout

    def forward(self, bags: list[Tensor]) -> Tensor:
        """Logits, one row a bag of bucket numbers.

        In training each n-gram is left out with probability `dropout`: the word dropout of the paper, which
        keeps single names from deciding.
        """
        if self.training and self.dropout > 0:
            bags = [bag[torch.rand(len(bag)) >= self.dropout] for bag in bags]
        ends = torch.tensor([0, *(len(bag) for bag in bags)]).cumsum(0)
        return self.out(torch.relu(self.hidden(self.embed(torch.cat(bags), ends[:-1]))))


@dataclass(frozen=True)
class Trained:
    """A classifier with what it takes to use it: its classes in the order of the logits, and its features."""

    model: Classifier
    labels: list[str]
    features: Features

    def probabilities(self, texts: list[str]) -> list[dict[str, float]]:
        """For each text the probability of every class; they sum to 1."""
        self.model.eval()
        with torch.no_grad():
            # One by one: what a text gets does not depend on its neighbours, to the last bit.
            rows = [self.model([as_bag(self.features, text)]).softmax(1)[0].tolist() for text in texts]
        return [dict(zip(self.labels, row, strict=True)) for row in rows]


def as_bag(features: Features, text: str) -> Tensor:
    """The buckets of a text."""
    return torch.tensor(features.of(text), dtype=torch.long)


def most_likely(probabilities: dict[str, float]) -> str:
    """The class with the highest probability, the first of equals (as Adaptive-RAG's argmax)."""
    return max(probabilities, key=lambda label: probabilities[label])


def save(path: Path, trained: Trained) -> None:
    """Writes a checkpoint that `torch.load(weights_only=True)` reads. It appears all at once or never."""
    embed = trained.model.embed
    shape = Shape(embed.num_embeddings, embed.embedding_dim, len(trained.labels))
    checkpoint = {
        "format": FORMAT,
        "version": VERSION,
        "labels": trained.labels,
        "config": {"shape": asdict(shape), "features": asdict(trained.features)},
        "state": trained.model.state_dict(),
    }
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("wb") as file:
            torch.save(checkpoint, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def load(path: str) -> Trained:
    """Reads what `save` wrote; runs no code from the file. Raises InputError for anything else."""
    try:
        file = open(path, "rb")
    except OSError as error:
        raise InputError(path, None, f"cannot be read: {error.strerror}") from error
    try:
        with file:
            checkpoint: Any = torch.load(file, map_location="cpu", weights_only=True)
    # What torch throws depends on where a file is damaged; OSError is from seeking before its start.
    except (OSError, RuntimeError, pickle.UnpicklingError, EOFError, ValueError, KeyError) as error:
        raise InputError(path, None, "is no torch checkpoint, or a damaged one") from error
    if not isinstance(checkpoint, dict) or checkpoint.get("format") != FORMAT:
        raise InputError(path, None, "is a torch file, but no model of tracehop_trainer.query_complexity")
    if checkpoint.get("version") != VERSION:
        raise InputError(path, None, f"has version {checkpoint.get('version')}; this trainer reads {VERSION}")
    try:
        features = Features(**checkpoint["config"]["features"])
        model = Classifier(Shape(**checkpoint["config"]["shape"]), dropout=0)
        model.load_state_dict(checkpoint["state"])
        labels = [str(label) for label in checkpoint["labels"]]
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise InputError(path, None, f"is a damaged model: {error}") from error
    return Trained(model, labels, features)
