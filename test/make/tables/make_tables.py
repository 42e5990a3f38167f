"""Writes the binary fixtures of test/fixtures/tables, which Node cannot write: Parquet, Arrow and zstd.

Run by hand: `python make_tables.py FOLDER`, with pyarrow 26 and zstandard 0.25. Everything in them is made up.
"""

import datetime
import decimal
import json
import struct
import sys
import zlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

out = Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)

types = pa.table(
    {
        "int": pa.array([2**60 + 1, None, -3], pa.int64()),
        "text": ["a", "é😀 <answer>x</answer>\n", None],
        "float": [0.5, float("nan"), float("-inf")],
        "bool": [True, None, False],
        "list": [["x", "y"], [], None],
        "messages": [[{"role": "user", "content": "q"}, {"role": "assistant", "content": None}], [], None],
        "struct": [{"a": {"b": [1, 2]}}, {"a": None}, None],
        "map": pa.array([[("k", 1), ("l", None)], [], None], pa.map_(pa.string(), pa.int32())),
        "bytes": pa.array([b"\xff\x00", b"text", None], pa.binary()),
        "date": pa.array([datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)], pa.date32()),
        "micros": pa.array(
            [datetime.datetime(2024, 2, 29, 1, 2, 3, 456789), None, datetime.datetime(1969, 12, 31, 23, 59, 59, 500000)],
            pa.timestamp("us"),
        ),
        "decimal": pa.array([decimal.Decimal("1.25"), None, decimal.Decimal("-3.10")], pa.decimal128(10, 2)),
        "json": ['{"a": 1}', "[1]", None],
        "word": pa.array(["p", "q", "p"]).dictionary_encode(),
    }
)
for codec in ["none", "snappy", "gzip", "zstd", "brotli", "lz4"]:
    version = "2.0" if codec in ("gzip", "lz4") else "1.0"
    pq.write_table(types, out / f"types-{codec}.parquet", compression=codec, data_page_version=version, row_group_size=2)

rows = 400
groups = pa.table({"id": list(range(rows)), "text": [f"row {i} " + chr(97 + i % 26) * 40 for i in range(rows)]})
pq.write_table(groups, out / "groups.parquet", row_group_size=50, compression="none", use_dictionary=False)

golds = ["Melka", "Orsk"]
completions = pa.table(
    {
        "step": [10] * 8,
        "prompt": [f"Question: Which river crosses {place}?\n" for place in ("Zorvia", "Kandor") for _ in range(4)],
        "completion": [
            f"<think>t{i}</think><answer>{golds[i // 4] if i % 2 else 'Tolm'}</answer>" for i in range(8)
        ],
        "em_reward": [float(i % 2) for i in range(8)],
        "format_reward": [0.5] * 7 + [None],
        "tokens": [20 + i for i in range(8)],
        "advantage": [(1 if i % 2 else -1) * 0.9 for i in range(8)],
    }
)
pq.write_table(completions, out / "completions_00010.parquet")

prompts = [{"role": "user", "content": "Which river crosses Zorvia?"}]
trl = pa.table(
    {
        "step": [3],
        "prompt": [prompts],
        "completion": [[{"role": "assistant", "content": "<answer>Melka</answer>"}]],
        "em_reward": [1.0],
        "advantage": [0.0],
    }
)
pq.write_table(trl, out / "completions_00003.parquet")

questions = pa.table(
    {
        "data_source": ["zorvia"],
        "prompt": [prompts],
        "ability": ["fact-reasoning"],
        "reward_model": [{"ground_truth": {"target": ["Melka"]}, "style": "rule"}],
        "extra_info": [{"index": 0, "split": "train"}],
    }
)


def write_arrow(name: str, table: pa.Table, rows: int, codec: str | None = None, stream: bool = False) -> None:
    options = pa.ipc.IpcWriteOptions(compression=codec, emit_dictionary_deltas=True)
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(out / name, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=rows)


second = datetime.datetime(2024, 2, 29, 1, 2, 3)
more = {
    "null": pa.nulls(3),
    "i8": pa.array([-128, None, 127], pa.int8()),
    "u8": pa.array([255, None, 0], pa.uint8()),
    "i16": pa.array([-32768, None, 1], pa.int16()),
    "u16": pa.array([65535, None, 1], pa.uint16()),
    "i32": pa.array([-(2**31), None, 1], pa.int32()),
    "u32": pa.array([2**32 - 1, None, 1], pa.uint32()),
    "u64": pa.array([2**64 - 1, None, 1], pa.uint64()),
    "f16": pa.array([1.5, None, -65504.0], pa.float16()),
    "f16small": pa.array([2.0**-24, float("inf"), None], pa.float16()),
    "f32": pa.array([0.25, None, -2.0], pa.float32()),
    "large_text": pa.array(["é😀", None, ""], pa.large_string()),
    "text_view": pa.array(["short", None, "a text that is longer than a view"], pa.string_view()),
    "large_bytes": pa.array([b"\xff", None, b""], pa.large_binary()),
    "bytes_view": pa.array([b"b", None, b"\xff" * 13], pa.binary_view()),
    "fixed_bytes": pa.array([b"abc", None, b"\x00\xff\x00"], pa.binary(3)),
    "large_list": pa.array([[1, None], None, []], pa.large_list(pa.int8())),
    "list_view": pa.array([[1, 2], None, [3]], pa.list_view(pa.int8())),
    "fixed_list": pa.array([[1, 2], None, [3, None]], pa.list_(pa.int8(), 2)),
    "deep": pa.array([[[{"a": [None, {"b": "x"}]}], None], None, [[], [{"a": None}]]]),
    "seconds": pa.array([second, None, datetime.datetime(1969, 12, 31, 23, 59, 59)], pa.timestamp("s", tz="Europe/Oslo")),
    "millis": pa.array([1, None, -1], pa.timestamp("ms")),
    "nanos": pa.array([1, None, -1], pa.timestamp("ns")),
    "date64": pa.array([second.date(), None, datetime.date(1969, 12, 31)], pa.date64()),
    "time32": pa.array([1500, None, 0], pa.time32("ms")),
    "time64": pa.array([1500, None, 0], pa.time64("us")),
    "duration": pa.array([-5, None, 7], pa.duration("us")),
    "decimal32": pa.array([decimal.Decimal("-1.5"), None, decimal.Decimal("2")], pa.decimal32(5, 1)),
    "decimal256": pa.array([decimal.Decimal("-1.5"), None, decimal.Decimal("1e20")], pa.decimal256(40, 1)),
    "words": pa.ListArray.from_arrays(
        pa.array([0, None, 2, 3], pa.int32()), pa.array(["p", "q", "p"]).dictionary_encode()
    ),
    "coded_list": pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.int8()), pa.array([["x"], ["y", None]])),
    "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes(range(16)), None, b"\xff" * 16], pa.binary(16))),
}
all_types = pa.table({**dict(zip(types.column_names, types.columns)), **more})
for codec in [None, "lz4", "zstd"]:
    write_arrow(f"types-{codec or 'none'}.arrow", all_types, 2, codec)
write_arrow("types-stream.arrow", all_types, 2, stream=True)
write_arrow("groups.arrow", groups, 50, stream=True)
for codec in ["lz4", "zstd"]:
    write_arrow(f"groups-{codec}.feather", groups, 150, codec)
write_arrow("completions.arrow", trl, 1000, stream=True)

small = pa.table({"n": [1, None], "text": ["a", "b"], "list": [["x", "y"], []], "word": pa.array(["p", "q"]).dictionary_encode()})
for codec in [None, "lz4", "zstd"]:
    write_arrow(f"small-{codec or 'none'}.arrow", small, 1, codec, stream=codec is None)

twice = pa.table([pa.array([1]), pa.array([2]), pa.array([[]], pa.list_(pa.null()))], names=["a", "a", "l"])
write_arrow("twice.arrow", twice, 1, stream=True)
union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1]), pa.array(["x"])])
write_arrow("union.arrow", pa.table({"u": union}), 1, stream=True)
kinds = pa.array([0, 1, 1, 0, 0], pa.int8())
rare = pa.table(
    {
        "before": [1, 2, 3, 4, 5],
        "sparse": pa.UnionArray.from_sparse(kinds, [pa.array([1, 2, 3, None, 5]), pa.array(["a", "b", "c", "d", "e"])]),
        "dense": pa.UnionArray.from_dense(
            pa.array([5, 9, 9, 5, 5], pa.int8()),
            pa.array([0, 1, 0, 1, 1], pa.int32()),
            [pa.array([10, 20]), pa.array(["x", None])],
            type_codes=[5, 9],
        ),
        "interval": pa.array([pa.MonthDayNano([1, -2, 3]), None, pa.MonthDayNano([0, 0, 2**40]), None, None]),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 5], pa.int16()), pa.array(["p", None, "q"])),
        "after": ["v", "w", "x", "y", "z"],
    }
)
write_arrow("rare.arrow", rare, 5, stream=True)
old = pa.record_batch({"a": [1]})
with pa.ipc.new_stream(out / "old-lz4.arrow", old.schema) as writer:
    writer.write_batch(old, custom_metadata={"ARROW:experimental_compression": "lz4"})

# The dictionary grows by a delta, then another one takes its place.
with pa.ipc.new_stream(
    out / "dictionaries.arrow",
    pa.schema({"word": pa.dictionary(pa.int32(), pa.string())}),
    options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True),
) as writer:
    for numbers, values in [([0, 1], ["a", "b"]), ([2, 0], ["a", "b", "c"]), ([1, 0, None], ["x", "y"])]:
        words = pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int32()), pa.array(values))
        writer.write_batch(pa.record_batch({"word": words}))

pq.write_table(questions, out / "questions.parquet")
write_arrow("questions.arrow", questions, 1000, stream=True)

traces = pa.table(
    {
        "id": ["t1"],
        "run_id": ["r"],
        "timestamp": ["2026-01-02T03:04:05"],
        "run_name": ["brave-river-1"],
        "step": [7],
        "key": ["rollout"],
        "trace_index": [0],
        "messages": [json.dumps([*prompts, {"role": "assistant", "content": "<answer>Melka</answer>"}])],
        "metadata": [json.dumps({"reward": 1.0, "environment": "search"})],
        "search_text": ["…"],
        "log_id": [None],
        "space_id": [None],
        "spans": [json.dumps([{"id": "s1", "name": "search", "kind": "tool", "duration_ms": 12}])],
    }
)
pq.write_table(traces, out / "river_traces.parquet")

record = '{"input": "Question: who?", "output": "<think>t%d</think><answer>a%d</answer>", "gts": ["a"], "score": %d}\n'
lines = "".join(record % (i, i, i % 2) for i in range(3000)).encode()
level = zstandard.ZstdCompressor(level=3, write_checksum=True)
(out / "two-frames.jsonl.zst").write_bytes(level.compress(lines[:100_000]) + level.compress(lines[100_000:]))


def zip_member(name: str, data: bytes) -> tuple[bytes, bytes]:
    """Local header with data, and directory entry without its offset, of a member packed with method 93 (zstd)."""
    packed = zstandard.ZstdCompressor(level=3).compress(data)
    fields = struct.pack("<HHHHHIIIHH", 63, 0, 93, 0, 0, zlib.crc32(data), len(packed), len(data), len(name), 0)
    local = b"PK\x03\x04" + fields + name.encode() + packed
    entry = b"PK\x01\x02" + struct.pack("<H", 63) + fields + struct.pack("<HHHI", 0, 0, 0, 0)
    return local, entry


def sample(number: int) -> bytes:
    messages = [
        {"role": "user", "content": "Which river crosses Zorvia?"},
        {
            "role": "assistant",
            "content": [{"type": "reasoning", "reasoning": "look"}, {"type": "text", "text": "I search."}],
            "tool_calls": [{"id": "c", "function": "search", "arguments": {"query": "Zorvia river"}}],
        },
        {"role": "tool", "content": "attachment://abc", "tool_call_id": "c", "function": "search"},
        {"role": "assistant", "content": "Melka"},
    ]
    event = {"event": "tool", "function": "search", "timestamp": "2026-01-01T00:00:00", "working_time": 0.5}
    return json.dumps(
        {
            "id": number,
            "epoch": 1,
            "input": "Which river crosses Zorvia?",
            "target": ["Melka"],
            "messages": messages,
            "output": {"model": "m/x", "choices": [{"stop_reason": "stop"}]},
            "scores": {"match": {"value": "C", "answer": "Melka"}},
            "metadata": {},
            "events": [event, {"event": "state"}],
            "attachments": {"abc": "Zorvia lies on the Melka."},
            "total_time": 1.5,
        }
    ).encode()


members = [
    ("_journal/start.json", b"{}"),
    ("samples/2_epoch_1.json", sample(2)),
    ("samples/1_epoch_1.json", sample(1)),
    ("header.json", b'{"version": 2}'),
]
body, directory = b"", b""
for name, data in members:
    local, entry = zip_member(name, data)
    directory += entry + struct.pack("<I", len(body)) + name.encode()
    body += local
end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
(out / "zstd.eval").write_bytes(body + directory + b"PK\x05\x06" + end)
