"""How complex a question is, read off a row of a question file.

The classes are those of Adaptive-RAG (starsuzi/Adaptive-RAG, classifier/): A needs no retrieval, B one,
C several.
"""

import re

from .records import Record, json_kind

LABELS = ("A", "B", "C")
MEANING = {"A": "no retrieval", "B": "one retrieval", "C": "several retrievals"}

_MUSIQUE_ID = re.compile(r"^(\d{1,2})hop\d?__")


class LabelError(Exception):
    """A row whose label cannot be told; the message says why."""


def label_of(row: Record) -> str:
    """The class of a row, by the first of these that it has:

    - `supporting`: titles of the documents that support the answer (Tracehop's question files);
    - `supporting_facts`: pairs of title and sentence, or {"title": [...]} (HotpotQA, 2WikiMultihopQA);
    - `question_decomposition`: the steps (MuSiQue);
    - `contexts` or `paragraphs` with `is_supporting` (Adaptive-RAG's processed data, MuSiQue);
    - an id such as `3hop1__…` (MuSiQue);
    - `answer` that is A, B or C (rows of Adaptive-RAG's classifier).

    One distinct title, or one step, is B; more are C. Raises LabelError.
    """
    if "supporting" in row:
        return _by_count(_titles(row["supporting"], "supporting"), "supporting")
    if "supporting_facts" in row:
        return _by_count(_fact_titles(row["supporting_facts"]), "supporting_facts")
    if isinstance(steps := row.get("question_decomposition"), list):
        return _by_count(len(steps), "question_decomposition")
    for name in ("contexts", "paragraphs"):
        if isinstance(passages := row.get(name), list) and any(map(_is_marked, passages)):
            return _by_count(_supporting_titles(passages), name)
    if isinstance(identity := row.get("id"), str) and (match := _MUSIQUE_ID.match(identity)):
        return _by_count(int(match[1]), "id")
    if (answer := row.get("answer")) in LABELS:
        return str(answer)
    raise LabelError(
        "no label: neither `supporting`, `supporting_facts`, `question_decomposition`, supporting passages, "
        "nor an `answer` of A, B or C; where all questions of a file are alike, say so with FILE=B"
    )


def _by_count(count: int, field: str) -> str:
    if count == 0:
        raise LabelError(f"`{field}` names no document or step, so nothing says how complex the question is")
    return "B" if count == 1 else "C"


def _titles(value: object, field: str) -> int:
    if not isinstance(value, list) or not all(isinstance(title, str) for title in value):
        raise LabelError(f"`{field}` has to be an array of titles, not {_described(value)}")
    return len(set(value))


def _fact_titles(value: object) -> int:
    if isinstance(value, dict):
        return _titles(value.get("title"), "supporting_facts.title")
    if not isinstance(value, list) or not all(isinstance(fact, list) and fact for fact in value):
        raise LabelError(
            f"`supporting_facts` has to be an array of [title, sentence], not {_described(value)}"
        )
    return _titles([fact[0] for fact in value], "supporting_facts")


def _is_marked(passage: object) -> bool:
    return isinstance(passage, dict) and "is_supporting" in passage


def _supporting_titles(passages: list[object]) -> int:
    # Where a passage has no title its text stands for it.
    marked = [each for each in passages if isinstance(each, dict) and each.get("is_supporting") is True]
    return len({str(each.get("title", each.get("paragraph_text"))) for each in marked})


def _described(value: object) -> str:
    kind = json_kind(value)
    return "one with other things in it" if kind == "an array" else kind
