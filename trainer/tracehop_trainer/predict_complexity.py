"""Says how much retrieval questions need, by a model of `query_complexity`.

    python -m tracehop_trainer.predict_complexity --model out/model.pt "Who built Fort Orn?"

Prints a JSON line a question: `question`, `label`, `probabilities`. Exit code 2: wrong usage,
unreadable model.
"""

import argparse
import sys

from .errors import UserError
from .model import load, most_likely
from .records import to_json


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, the process's own by default; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tracehop_trainer.predict_complexity",
        description="Says how much retrieval questions need: A none, B one, C several.",
    )
    parser.add_argument("--model", required=True, help="a model.pt of tracehop_trainer.query_complexity")
    parser.add_argument("question", nargs="+", help="a question")
    asked = parser.parse_args(arguments)
    try:
        trained = load(asked.model)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    rows = trained.probabilities(asked.question)
    for question, probabilities in zip(asked.question, rows, strict=True):
        answer = {"question": question, "label": most_likely(probabilities), "probabilities": probabilities}
        print(to_json(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
