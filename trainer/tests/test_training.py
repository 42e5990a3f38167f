import json
from typing import Any

from tracehop_trainer.metrics import MetricsFile
from tracehop_trainer.records import to_json

from .support import EXAMPLES, SMALL, TRAINER, FolderCase, lines_of, run, run_apart

PREDICT = "tracehop_trainer.predict_complexity"
VARYING = {"wall_ms"}


class Training(FolderCase):
    def train(self, out: str, *rest: str, questions: str = str(EXAMPLES)) -> dict[str, Any]:
        ended = run(TRAINER, "--questions", questions, "--out", str(self.folder / out), *SMALL, *rest)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.out = ended.stdout
        return json.loads((self.folder / out / "report.json").read_text("utf-8"))

    def fails(self, code: int, *rest: str) -> str:
        ended = run(TRAINER, *rest)
        self.assertEqual(ended.returncode, code, ended.stderr)
        self.assertNotIn("Traceback", ended.stderr)
        return ended.stderr

    def test_learns_more_than_the_majority_on_every_seed(self) -> None:
        for seed in ("1", "2", "3"):
            report = self.train(seed, "--epochs", "30", "--seed", seed)
            with self.subTest(seed=seed):
                self.assertEqual(report["baseline"], {"label": "C", "train": 32 / 48, "validation": 10 / 16})
                self.assertGreater(report["validation"]["accuracy"], report["baseline"]["validation"])
                self.assertGreaterEqual(report["train"]["accuracy"], 0.95)
                losses = [line["validation/loss"] for line in self.metrics(seed) if "validation/loss" in line]
                self.assertLess(losses[-1], losses[0] - 0.1)

    def metrics(self, out: str) -> list[dict[str, Any]]:
        return lines_of(self.folder / out / "metrics.jsonl")

    def test_metrics_report_and_log_tell_the_same(self) -> None:
        report = self.train("out", "--epochs", "3", "--batch-size", "5")
        lines = self.metrics("out")
        # 48 questions in steps of 5 are 10 steps an epoch.
        self.assertEqual([line["step"] for line in lines], list(range(1, 31)))
        self.assertEqual({line["total"] for line in lines}, {30})
        measured = [line["step"] for line in lines if "validation/accuracy" in line]
        self.assertEqual(measured, [10, 20, 30])
        self.assertEqual([line["epoch"] for line in lines if line["step"] in (5, 10, 30)], [0.5, 1, 3])
        rates = [line["learning_rate"] for line in lines]
        self.assertAlmostEqual(rates[0], 0.004)
        self.assertAlmostEqual(rates[15], 0.002)
        self.assertEqual(rates, sorted(rates, reverse=True))
        self.assertEqual(lines[-1]["validation/accuracy"], report["validation"]["accuracy"])
        self.assertEqual(lines[-1]["accuracy"], report["train"]["accuracy"])
        self.assertEqual((report["step"], report["total"], report["stopped"]), (30, 30, None))
        for part, count in (("train", 48), ("validation", 16)):
            wrong = [each for each in report["misclassified"] if each["part"] == part]
            self.assertEqual(report[part]["questions"], count)
            self.assertAlmostEqual(report[part]["accuracy"], 1 - len(wrong) / count)
            cells = report[part]["confusion"]
            self.assertEqual(sum(cells[true][said] for true in cells for said in cells), count)
            self.assertEqual(cells["B"]["C"] + cells["C"]["B"], len(wrong))
        self.assertIn("***** Running training *****\n  Num examples = 48\n", self.out)
        self.assertIn("  Total optimization steps = 30\n", self.out)
        self.assertRegex(
            self.out, r"(?m)^step:30 - epoch:3\.0000 - loss:[\d.]+ - learning_rate:\S+ - accuracy:"
        )

    def test_the_seed_decides_everything(self) -> None:
        for out, seed, command in (("a", "5", run), ("b", "5", run_apart), ("c", "6", run)):
            place = ["--questions", str(EXAMPLES), "--out", str(self.folder / out)]
            ended = command(TRAINER, *place, *SMALL, "--epochs", "3", "--seed", seed)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        a, b, c = (
            [{name: line[name] for name in line if name not in VARYING} for line in self.metrics(out)]
            for out in "abc"
        )
        self.assertEqual(a, b)
        self.assertNotEqual(a, c)
        reports = [
            json.loads((self.folder / out / "report.json").read_text()) | {"seconds": 0} for out in "ab"
        ]
        self.assertEqual(*reports)

    def test_predict_agrees_with_the_report(self) -> None:
        report = self.train("out", "--epochs", "2", "--learning-rate", "0.0001")
        wrong = report["misclassified"]
        self.assertGreater(len(wrong), 2)
        model = str(self.folder / "out" / "model.pt")
        ended = run(PREDICT, "--model", model, *(each["question"] for each in wrong), "Ñandú 🐦 月見橋?", "?")
        rows = [json.loads(line) for line in ended.stdout.splitlines()]
        for row, each in zip(rows, wrong):
            self.assertEqual(row["question"], each["question"])
            self.assertEqual(row["label"], each["predicted"])
            self.assertEqual(row["probabilities"], each["probabilities"])
        self.assertEqual(len(rows), len(wrong) + 2)
        self.assertIn("月見橋", ended.stdout)
        for row in rows:
            self.assertAlmostEqual(sum(row["probabilities"].values()), 1, places=5)

    def test_predict_refuses_what_is_no_model(self) -> None:
        self.train("out", "--epochs", "1")
        whole = (self.folder / "out" / "model.pt").read_bytes()
        for name, content, words in [
            ("empty.pt", b"", "is no torch checkpoint"),
            ("text.pt", b"hello", "is no torch checkpoint"),
            ("half.pt", whole[: len(whole) // 2], "is no torch checkpoint"),
        ]:
            path = self.write(name, content)
            ended = run(PREDICT, "--model", path, "Who?")
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), name)
            self.assertIn(f"{path}: {words}", ended.stderr)
            self.assertNotIn("Traceback", ended.stderr)
        self.assertIn("cannot be read", run(PREDICT, "--model", str(self.folder / "none.pt"), "Who?").stderr)

    def test_a_loss_that_diverges_ends_the_run_with_a_line_that_says_so(self) -> None:
        out = self.folder / "out"
        error = self.fails(1, "--questions", str(EXAMPLES), "--out", str(out), "--learning-rate", "1e38")
        self.assertRegex(error, r"the loss is (nan|inf) at step \d+.* try a --learning-rate below 1e\+38")
        self.assertIn(lines_of(out / "metrics.jsonl")[-1]["loss"], ("NaN", "Infinity"))
        self.assertEqual([path.name for path in out.iterdir()], ["metrics.jsonl"])

    def test_numbers_that_json_has_no_word_for(self) -> None:
        path = self.folder / "metrics.jsonl"
        with MetricsFile(path, total=1) as file:
            file.write(1, {"loss": float("nan"), "a": float("inf"), "b": float("-inf"), "c": 1e-300})
        [line] = lines_of(path)
        self.assertEqual(
            [line[name] for name in ("loss", "a", "b", "c")], ["NaN", "Infinity", "-Infinity", 1e-300]
        )
        self.assertEqual(to_json({"deep": [float("nan")]}), '{"deep": ["NaN"]}')

    def test_several_files_with_labels(self) -> None:
        single = self.write("nq.jsonl", "".join(f'{{"question": "who sang song {n}"}}\n' for n in range(9)))
        step = '{"question": "a", "answer": "b"}'
        multi = self.write(
            "musique.json",
            "["
            + ",\n".join(
                f'{{"id": "2hop__{n}", "question": "Who is the spouse of the performer of Ünder {n}?", '
                f'"question_decomposition": [{step}, {step}]}}'
                for n in range(12)
            )
            + "]",
        )
        report = self.train("out", "--questions", f"{single}=B", "--epochs", "30", questions=multi)
        self.assertEqual([each["label"] for each in report["files"]], [None, "B"])
        self.assertEqual([each["questions"] for each in report["files"]], [{"C": 12}, {"B": 9}])
        self.assertEqual(report["validation"]["accuracy"], 1)

    def test_wrong_input_ends_with_2_and_leaves_nothing(self) -> None:
        out = self.folder / "out"
        broken = self.write("broken.jsonl", '{"question": "a?", "answer": "B"}\n{"question"\n')
        one = self.write(
            "one.jsonl", '{"question": "a?", "answer": "B"}\n{"question": "b?", "answer": "B"}\n'
        )
        self.assertIn(f"error: {broken}:2: not JSON", self.fails(2, "--questions", broken, "--out", str(out)))
        self.assertIn("error: only one class", self.fails(2, "--questions", one, "--out", str(out)))
        for option, value in [
            ("--epochs", "0"),
            ("--learning-rate", "nan"),
            ("--dropout", "1"),
            ("--hidden", "x"),
        ]:
            error = self.fails(2, "--questions", str(EXAMPLES), "--out", str(out), option, value)
            self.assertIn(f"argument {option}: ", error)
        self.assertFalse(out.exists())
        self.assertIn("cannot be made", self.fails(2, "--questions", str(EXAMPLES), "--out", f"{one}/out"))

    def test_two_runs_do_not_share_a_folder(self) -> None:
        self.train("out", "--epochs", "1")
        before = (self.folder / "out" / "metrics.jsonl").read_bytes()
        error = self.fails(
            2, "--questions", str(EXAMPLES), "--out", str(self.folder / "out"), "--epochs", "1"
        )
        self.assertIn("holds the metrics of an earlier run; name another folder", error)
        self.assertEqual((self.folder / "out" / "metrics.jsonl").read_bytes(), before)
