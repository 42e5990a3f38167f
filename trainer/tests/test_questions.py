import json
import os

from tracehop_trainer.errors import UserError
from tracehop_trainer.questions import Question, Source, read_questions, require_classes, source_of
from tracehop_trainer.records import to_json

from .support import EXAMPLES, FolderCase

B = '{"question": "Who built Fort Orn?", "supporting": ["Fort Orn"]}'
C = '{"question": "Where was the maker of Fort Orn born?", "supporting": ["Fort Orn", "Ada Vell"]}'


class Questions(FolderCase):
    def read(self, content: str | bytes, label: str | None = None) -> list[Question]:
        return read_questions([Source(self.write("q.jsonl", content), label)]).questions

    def fails(self, content: str | bytes, place: str, *words: str) -> None:
        with self.assertRaises(UserError) as caught:
            self.read(content)
        message = str(caught.exception)
        self.assertTrue(message.startswith(f"{self.folder / 'q.jsonl'}{place}: "), message)
        for word in words:
            self.assertIn(word, message)

    def test_the_examples(self) -> None:
        # Counted with grep: 22 rows name one supporting document, 34 two, 8 three.
        labels = [each.label for each in read_questions([Source(str(EXAMPLES))]).questions]
        self.assertEqual((labels.count("B"), labels.count("C")), (22, 42))

    def test_lines_and_arrays_hold_the_same_with_their_lines(self) -> None:
        for content in [f"{B}\n\n{C}\n", f"\ufeff{B}\r\n\r\n{C}", f"[{B},\n\n{C}]", f"\n[{B}\n,{C}\n]\n"]:
            with self.subTest(content=content):
                found = self.read(content)
                self.assertEqual([each.label for each in found], ["B", "C"])
                start = 2 if content.startswith("\n") else 1
                self.assertEqual([each.line for each in found], [start, 3])

    def test_an_id_is_kept_else_the_line_serves(self) -> None:
        rows = [
            {"_id": "5a", "question": "a?"},
            {"question_id": 7, "question_text": "b?"},
            {"question": "c?"},
        ]
        found = self.read("\n".join(map(json.dumps, rows)), "B")
        self.assertEqual([each.id for each in found], ["5a", "7", "3"])
        self.assertEqual([each.text for each in found], ["a?", "b?", "c?"])

    def test_unicode(self) -> None:
        # U+2028 ends a line for Python's splitlines, and is plain text in JSON; 🐦 and 月 are beyond Latin.
        text = "Who gave\u2028the 月見橋 to Ñandú 🐦?"
        [found] = self.read(json.dumps({"question": text, "answer": "B"}, ensure_ascii=False))
        self.assertEqual(found.text, text)
        [half] = self.read('{"question": "half \\ud800 a pair", "answer": "B"}')
        self.assertEqual(json.loads(to_json({"q": half.text})), {"q": "half \ud800 a pair"})
        self.assertEqual(to_json("月"), '"月"')

    def test_faults_name_their_line(self) -> None:
        self.fails(f"{B}\n{{nope\n{C}", ":2", "not JSON", "column 2")
        self.fails(f"[{B},\n{{nope]", ":2", "not JSON")
        self.fails(f"[{B}\n{C}]", ":2", "expected “,” or “]”")
        self.fails(f"[{B},\n{C}", ":2", "expected “,” or “]”")
        self.fails(f"{B}\n[1]", ":2", "a JSON object, not an array")
        self.fails(f"[{B},\nnull]", ":2", "not null")
        self.fails('{"question": " "}', ":1", "`question` has to be a string that is not blank")
        self.fails('{"supporting": ["a"]}', ":1", "no question")
        self.fails(f'{B}\n{{"question": "x?", "answer": "Lund"}}', ":2", "no label", "FILE=B")
        self.fails(B.encode() + b"\n\xff\xfe\n", ":2", "not UTF-8")
        self.fails("[" * 100_000, ":1", "nested too deeply")
        self.fails('{"a":' * 100_000, ":1", "nested too deeply")
        for empty in ["", "\n \n", "[]", "\ufeff"]:
            self.fails(empty, "", "holds no questions")

    def test_files_that_are_not_there(self) -> None:
        for path in [str(self.folder / "none.jsonl"), str(self.folder)]:
            with self.assertRaisesRegex(UserError, "cannot be read"):
                read_questions([Source(path)])

    def test_a_question_asked_again_counts_once(self) -> None:
        path = self.write("a.jsonl", f"{B}\n{C}\n{B}")
        again = self.write("b.jsonl", '{"question": "who  built fort orn?"}')
        read = read_questions([Source(path), Source(again, "C")])
        self.assertEqual([each.label for each in read.questions], ["B", "C"])
        self.assertEqual((read.duplicates, read.conflicts), (2, 1))
        self.assertEqual([dict(counts) for _, counts in read.per_file], [{"B": 1, "C": 1}, {}])

    def test_a_label_for_a_whole_file(self) -> None:
        self.assertEqual(source_of("a/b.jsonl=B"), Source("a/b.jsonl", "B"))
        self.assertEqual(source_of("a=b.jsonl"), Source("a=b.jsonl"))
        self.assertEqual(source_of("a.jsonl=D"), Source("a.jsonl=D"))
        self.assertEqual(source_of("=B"), Source("=B"))
        odd = self.write("odd=C", B)
        self.assertEqual(source_of(odd), Source(odd))
        self.assertEqual(source_of(f"{odd}=B"), Source(odd, "B"))
        self.assertEqual([each.label for each in self.read(f"{B}\n{C}", "A")], ["A", "A"])

    def test_one_class_is_not_enough(self) -> None:
        one = self.read(f"{C}\n{C.replace('Orn', 'Urn')}")
        with self.assertRaisesRegex(UserError, "only one class: all 2 questions are C .several retrievals."):
            require_classes(one)
        with self.assertRaisesRegex(UserError, "class B .one retrieval. has 1 question"):
            require_classes([*one, *self.read(B)])
        self.assertEqual(require_classes(one + self.read(f"{B}\n{B.replace('Orn', 'Urn')}")), ["B", "C"])

    def test_a_folder_without_permission(self) -> None:
        if os.name == "nt" or os.geteuid() == 0:
            self.skipTest("the superuser may read everything")
        path = self.write("q.jsonl", B)
        os.chmod(path, 0)
        with self.assertRaisesRegex(UserError, "Permission denied"):
            read_questions([Source(path)])
