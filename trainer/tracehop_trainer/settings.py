"""The settings of a training run and its command line."""

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .questions import Source, source_of


@dataclass(frozen=True)
class Settings:
    """One training run. The numbers are the defaults of the command line."""

    questions: list[Source]
    out: Path
    epochs: int = 200
    batch_size: int = 4
    learning_rate: float = 0.0005
    weight_decay: float = 0.01
    hidden: int = 64
    dropout: float = 0.5
    buckets: int = 32768
    validation_share: float = 0.25
    seed: int = 1


def parse(arguments: list[str] | None = None) -> Settings:
    """Reads the command line; ends the process with code 2 where it is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tracehop_trainer.query_complexity",
        description="Learns to tell questions that need one retrieval from those that need several.",
    )
    own = Settings([], Path())
    parser.add_argument(
        "--questions",
        action="append",
        required=True,
        type=source_of,
        metavar="FILE[=LABEL]",
        help="JSON or JSON Lines with labelled questions; =A, =B or =C labels all of them; may be repeated",
    )
    parser.add_argument(
        "--out", required=True, type=Path, help="folder for metrics.jsonl, model.pt and report.json"
    )

    def number(name: str, kind: Callable[[str], float], text: str) -> None:
        default = getattr(own, name)
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=kind, default=default, metavar="N", help=f"{text} ({default})")

    number("epochs", _whole(1), "times that every training question is seen")
    number("batch_size", _whole(1), "questions a step")
    number("learning_rate", _between(0, math.inf), "of the first step; falls to 0 in a straight line")
    number("weight_decay", _between(0, 1, low_too=True), "of AdamW")
    number("hidden", _whole(1, 4096), "width of the network")
    number("dropout", _between(0, 1, low_too=True), "share of n-grams left out of a question in training")
    number("buckets", _whole(16, 2**24), "buckets that n-grams are hashed into")
    number("validation_share", _between(0, 1), "share of every class put aside for validation")
    number("seed", _whole(-(2**63), 2**63 - 1), "of the split, the order, the weights and the hashes")
    return Settings(**vars(parser.parse_args(arguments)))


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"{value} is not {_range(low, high)}")
        return value

    return read


def _between(low: float, high: float, low_too: bool = False) -> Callable[[str], float]:
    """A number above `low` (or `low` itself, where `low_too`) and below `high`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
        if not ((value > low or (low_too and value == low)) and value < high):
            least = f"at least {low:g}" if low_too else f"above {low:g}"
            raise argparse.ArgumentTypeError(f"{text} is not {least} and below {high:g}")
        return value

    return read


def _range(low: int, high: int | None) -> str:
    return f"at least {low}" if high is None else f"between {low} and {high}"
