"""JSON and JSON Lines files as records with line numbers, and JSON to write."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError

Record = dict[str, Any]
_BLANK = " \t\r\n"


def read_records(path: str) -> Iterator[tuple[int, Record]]:
    """Yields the objects of a JSON array or a JSON Lines file, each with the line (from 1) it starts on.

    A byte order mark and blank lines are passed over. Raises InputError for what cannot be read.
    """
    text = _text(path)
    if text.lstrip(_BLANK).startswith("["):
        yield from _array(path, text)
    else:
        yield from _lines(path, text)


def _text(path: str) -> str:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(path, None, f"cannot be read: {error.strerror}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(path, line, "is not UTF-8; convert the file to UTF-8") from error


def _lines(path: str, text: str) -> Iterator[tuple[int, Record]]:
    # Not splitlines(): U+2028 and its like may stand inside a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip(_BLANK):
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(path, number, f"not JSON: {error.msg} (column {error.colno})") from error
        except RecursionError as error:
            raise InputError(path, number, "not usable: nested too deeply") from error
        yield number, _record(path, number, value)


def _array(path: str, text: str) -> Iterator[tuple[int, Record]]:
    """The elements one by one, so that each one's line is known."""
    decoder = json.JSONDecoder()
    at = _skip(text, text.index("[") + 1)
    line, counted = 1, 0
    if text[at : at + 1] == "]":
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise InputError(path, error.lineno, f"not JSON: {error.msg} (column {error.colno})") from error
        except RecursionError as error:
            raise InputError(path, line, "not usable: nested too deeply") from error
        yield line, _record(path, line, value)
        at = _skip(text, at)
        if text[at : at + 1] == "]":
            return
        if text[at : at + 1] != ",":
            last = text.count("\n", 0, at) + 1
            raise InputError(path, last, "not JSON: expected “,” or “]” after an element")
        at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def _record(path: str, line: int, value: object) -> Record:
    if not isinstance(value, dict):
        raise InputError(path, line, f"a question is a JSON object, not {json_kind(value)}")
    return value


def json_kind(value: object) -> str:
    """What JSON calls a value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    return {str: "a string", list: "an array", dict: "an object"}[type(value)]


def to_json(value: object, indent: int | None = None) -> str:
    """JSON that every parser takes: NaN and the infinities become the strings "NaN", "Infinity", "-Infinity".

    Text stays readable, except where it holds half a surrogate pair, which UTF-8 cannot carry: then all that
    is beyond ASCII is escaped.
    """
    sound = _sound(value)
    text = json.dumps(sound, ensure_ascii=False, allow_nan=False, indent=indent)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(sound, ensure_ascii=True, allow_nan=False, indent=indent)
    return text


def _sound(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _sound(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_sound(each) for each in value]
    return value
