"""Writes search-r1-vectors.json: texts made of Search-R1's tags in any order, and what its two rewards make of them.

The rewards are said here once more in Python, with Python's own regular expressions, from the description of
verl/utils/reward_score/qa_em.py and qa_em_format.py. Run: python3 test/unit/reward/search-r1-vectors.py
"""

import json
import pathlib
import random
import re
import string

random.seed(20)
KINDS = ("think", "search", "information", "answer")
TAGS = re.compile("(</?(?:" + "|".join(KINDS) + ")>)")
NEXT = {
    ("start", "<think>"): "in_think",
    ("information", "<think>"): "in_think",
    ("in_think", "</think>"): "after_think",
    ("after_think", "<search>"): "in_search",
    ("in_search", "</search>"): "after_search",
    ("after_search", "<information>"): "in_information",
    ("in_information", "</information>"): "information",
    ("after_think", "<answer>"): "in_answer",
    ("in_answer", "</answer>"): "end",
}


def normalise(text):
    kept = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())


def order(text):
    """None where the structure is in order, else why not."""
    marker = re.search(r"<\|im_start\|>assistant\s*", text)
    if not marker:
        return "Missing assistant marker"
    content = text[marker.end() :]
    for kind in KINDS:
        opening, closing = content.count(f"<{kind}>"), content.count(f"</{kind}>")
        if opening != closing:
            return f"Mismatch in {kind} tags: {opening} opening vs {closing} closing tags"
    state = "start"
    for part in TAGS.split(content):
        said = part.strip()
        if not said:
            continue
        if TAGS.fullmatch(part):
            if (state, part) not in NEXT:
                return f"Unexpected tag {part} in state {state}"
            state = NEXT[state, part]
        elif state == "end":
            return "Unexpected content in state end"
        elif not state.startswith("in_"):
            return f"Unexpected content '{said}' between tags (state: {state})"
    return None if state == "end" else f"Incomplete sequence, ended in state {state}"


def extracted(text):
    found = re.findall(r"<answer>(.*?)</answer>", text, re.DOTALL)
    return found[-1].strip() if len(found) > 1 else None


def rewards(text, golds, s, f, r):
    failure, answer = order(text), extracted(text)
    valid = failure is None
    right = answer is not None and normalise(answer) in [normalise(gold) for gold in golds]
    blocks = [normalise(block) for block in re.findall(r"<information>(.*?)</information>", text, re.DOTALL)]
    hit = valid and any(normalise(gold) in block for block in blocks for gold in golds)
    if right:
        score = 1.0 if valid else 1.0 - s
    elif valid:
        score = s + r if hit else s
    else:
        score = 0 if answer is None else f
    return {"answer": answer, "failure": failure, "em": 1 if right else 0, "format": score}


PROMPT = (
    "<|im_start|>user\nThink in <think> and </think>, search with <search> query </search>, read <information> and "
    "</information>, answer in <answer> and </answer>, such as <answer> Beijing </answer>. Question: q?<|im_end|>\n"
    "<|im_start|>assistant\n"
)
BLANKS = ["", "\n", " \n\n", "\u00a0", "\x1c", "\x85", "\u3000"]
WORDS = ["Melka", "the Melka River", "Orlen!", "", "\ufeff", "ñan", "Beijing", "a"]
GOLDS = [["Melka River"], ["Orlen", "Melka"], ["Beijing"], ["the"], ["River", "ñan"]]


def element(kind):
    return f"<{kind}>{random.choice(WORDS)}</{kind}>"


def sound():
    parts = []
    for _ in range(random.randrange(3)):
        parts += [element("think"), element("search"), element("information")]
    parts += [element("think"), element("answer")]
    return parts


def text():
    parts = sound()
    for _ in range(random.choice([0, 0, 1, 1, 2, 4])):
        at = random.randrange(len(parts) + 1)
        change = random.randrange(5)
        if change == 0:
            parts.insert(at, random.choice(["<", "</"]) + random.choice(KINDS) + ">")
        elif change == 1:
            parts.insert(at, random.choice(WORDS) or "extra")
        elif change == 2:
            parts.insert(at, element(random.choice(KINDS)))
        elif change == 3 and at < len(parts):
            del parts[at]
        elif parts:
            random.shuffle(parts)
    response = "".join(part + random.choice(BLANKS) for part in parts)
    head = random.choice([PROMPT, PROMPT, PROMPT, "", "<|im_start|>assistant", PROMPT.replace("<|im_start|>assistant\n", "")])
    return head + response


vectors = []
seen = set()
while len(vectors) < 400:
    own = text()
    if own in seen or own == "":
        continue
    seen.add(own)
    golds = random.choice(GOLDS)
    s, f, r = random.choice([(0.2, 0.1, 0), (0.2, 0.1, 0.1), (0.3, 0.1, 0.2), (0, 0, 0)])
    vectors.append({"text": own, "golds": golds, "constants": [s, f, r], **rewards(own, golds, s, f, r)})

lines = ",\n".join(json.dumps(vector, ensure_ascii=True) for vector in vectors)
pathlib.Path(__file__).with_suffix(".json").write_text(f"[\n{lines}\n]\n")
print({key: sum(1 for v in vectors if (v["failure"] or "valid").startswith(key)) for key in
       ("valid", "Missing", "Mismatch", "Unexpected tag", "Unexpected content", "Incomplete")})
print("scores", sorted({v["format"] for v in vectors}))
