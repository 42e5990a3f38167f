"""Writes the databases of test/fixtures/tables and, beside each, the rows that sqlite3 reads from it (`.rows.json`).

Run by hand: `python make_sqlite.py FOLDER`. Tables and columns of the first three are those of trackio 0.43; everything
in them is made up.
"""

import json
import sqlite3
import sys
from pathlib import Path

out = Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)

METRICS = """CREATE TABLE IF NOT EXISTS metrics (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    run_name TEXT NOT NULL,
    step INTEGER NOT NULL,
    metrics TEXT NOT NULL
)"""
TRACES = """CREATE TABLE IF NOT EXISTS traces (
    id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    run_name TEXT NOT NULL,
    step INTEGER NOT NULL,
    key TEXT NOT NULL,
    trace_index INTEGER,
    messages TEXT NOT NULL,
    metadata TEXT NOT NULL,
    search_text TEXT NOT NULL,
    log_id TEXT,
    space_id TEXT
)"""


def database(name, page, *, encoding="UTF-8", wal=False):
    path = out / name
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA page_size = {page}")
    db.execute(f"PRAGMA encoding = '{encoding}'")
    if wal:
        db.execute("PRAGMA journal_mode = WAL")
    return db


def finish(db, name, table, expect=True):
    db.commit()
    if expect:
        rows = db.execute(f'SELECT * FROM "{table}" ORDER BY rowid')
        columns = [column[0] for column in rows.description]
        text = "\n".join(json.dumps(dict(zip(columns, row)), ensure_ascii=False) for row in rows)
        (out / f"{name}.rows.jsonl").write_text(text + "\n", encoding="utf-8")
    db.close()


def trace(i, words=1):
    messages = [
        {"role": "user", "content": f"Which river crosses place {i}?"},
        {"role": "assistant", "content": f"<think>{'é so ' * words}</think><answer>Melka {i}</answer>"},
    ]
    return json.dumps(messages, ensure_ascii=False)


# The step of a run for each row of metrics, in a database that is in WAL mode.
db = database("metrics.db", 512, wal=True)
db.execute(METRICS)
for step in range(300):
    row = ("r1", f"2025-01-01T00:00:{step % 60:02}", "brave-river-1", step, json.dumps({"reward": step / 8, "note": "n"} if step == 7 else {"reward": step / 8, "loss": 1}))
    db.execute("INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)", row)
db.execute("DELETE FROM metrics WHERE step BETWEEN 100 AND 180")
db.execute(TRACES)
finish(db, "metrics.db", "metrics")

# Traces beside metrics: rows that go on in overflow pages, and a column that was added after some rows.
db = database("project.db", 4096)
db.execute(METRICS)
db.execute("CREATE TABLE configs (id INTEGER PRIMARY KEY, config TEXT)")
db.execute("INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES ('r1', 't', 'n', 0, '{\"reward\": 1}')")
db.execute(TRACES)
INSERT = "INSERT INTO traces (id, run_id, timestamp, run_name, step, key, trace_index, messages, metadata, search_text) VALUES (?, 'r1', '2025-01-01', 'brave-river-1', ?, 'rollout', ?, ?, ?, '')"
for i in range(12):
    db.execute(INSERT, (f"t{i}", i // 4, i % 4, trace(i, 900 if i == 5 else 1), json.dumps({"reward": i % 2, "prompt_id": i // 4})))
db.execute("ALTER TABLE traces ADD COLUMN spans TEXT NOT NULL DEFAULT '[]'")
db.execute("ALTER TABLE traces ADD COLUMN note TEXT")
for i in range(12, 16):
    db.execute(INSERT, (f"t{i}", i // 4, i % 4, trace(i), json.dumps({"reward": i % 2})))
finish(db, "project.db", "traces")

# Every type of value in small pages; names in every kind of quotes; the largest of the tables with a row's number.
db = database("values.sqlite", 512)
db.execute("CREATE TABLE plain (k TEXT PRIMARY KEY, v) WITHOUT ROWID")
db.executemany("INSERT INTO plain VALUES (?, ?)", [(f"k{i}", i) for i in range(40)])
db.execute(
    """CREATE TABLE "every, kind" ( -- (a comment)
    "a ""b"" (c)" INTEGER, [d e] TEXT DEFAULT 'x, y', `f` REAL CHECK (`f` > -1e300), /* g, */ 'h' BLOB,
    computed INT AS (1 + 1), number INTEGER, kept INT GENERATED ALWAYS AS (number) STORED, CONSTRAINT pk PRIMARY KEY (number))"""
)
INTEGERS = [0, 1, -1, 127, -128, 128, 32767, -32768, 8388607, -8388608, 2**31 - 1, -(2**31), 2**47 - 1, -(2**47), 2**53 - 1, -(2**53) + 1]
for i, whole in enumerate(INTEGERS):
    db.execute(
        'INSERT INTO "every, kind" ("a ""b"" (c)", [d e], f, h, number) VALUES (?, ?, ?, ?, ?)',
        (whole, None if i == 3 else "é😀\n" * (i * i), i / 3, None if i % 2 else f"bytes {i}".encode(), None if i < 9 else 2 ** (i * 3)),
    )
db.commit()
columns = '"a ""b"" (c)", "d e", f, CAST(h AS TEXT) AS h, number, kept'
rows = db.execute(f'SELECT {columns} FROM "every, kind" ORDER BY number')
names = ['a "b" (c)', "d e", "f", "h", "number", "kept"]
text = "\n".join(json.dumps(dict(zip(names, row)), ensure_ascii=False) for row in rows)
(out / "values.sqlite.rows.jsonl").write_text(text + "\n", encoding="utf-8")
db.close()

for encoding in ("UTF-16le", "UTF-16be"):
    name = f"{encoding.lower()}.sqlite3"
    db = database(name, 512, encoding=encoding)
    db.execute("CREATE TABLE wörter (id INTEGER PRIMARY KEY DESC, wort TEXT)")
    db.executemany("INSERT INTO wörter VALUES (?, ?)", [(None if i == 2 else i, "é😀" * i) for i in range(4)])
    finish(db, name, "wörter")

# Few pages: every byte of it is broken in a test.
db = database("small.db", 512)
db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, x)")
for i in range(12):
    db.execute("INSERT INTO t (text, x) VALUES (?, ?)", (f"row {i} " + "w" * (1900 if i == 4 else 30), i / 2))
finish(db, "small.db", "t")

db = database("keyed.db", 512)
db.execute("CREATE TABLE plain (k TEXT PRIMARY KEY, v) WITHOUT ROWID")
db.execute("INSERT INTO plain VALUES ('a', 1)")
finish(db, "keyed.db", "plain", expect=False)

# A run that goes on: five steps in the database, and three commits in the log beside it.
db = database("running.db", 512, wal=True)
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute(METRICS)
STEP = "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES ('r1', 't', 'brave-river-1', ?, ?)"


def log_steps(start, end):
    db.executemany(STEP, [(step, json.dumps({"reward": step / 8})) for step in range(start, end)])
    db.commit()


log_steps(0, 5)
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
for start, end in ((5, 25), (25, 45), (45, 50)):
    log_steps(start, end)
log = (out / "running.db-wal").read_bytes()
stored = (out / "running.db").read_bytes()
db.close()
(out / "running.db").write_bytes(stored)
(out / "running.db-wal").write_bytes(log)
(out / "running.db-shm").unlink(missing_ok=True)
