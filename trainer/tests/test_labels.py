import unittest

from tracehop_trainer.labels import LabelError, label_of


class Labels(unittest.TestCase):
    def test_every_shape_of_row(self) -> None:
        step = {"question": "x", "answer": "y"}
        for row, label in [
            ({"supporting": ["Ada"]}, "B"),
            ({"supporting": ["Ada", "Lund"]}, "C"),
            ({"supporting": ["Ada", "Ada"]}, "B"),
            # The label of Adaptive-RAG's classifier; elsewhere an answer may well be the letter C.
            ({"answer": "A", "dataset_name": "nq"}, "A"),
            ({"answer": "B"}, "B"),
            ({"answer": "C"}, "C"),
            ({"answer": "A", "supporting": ["Vitamin A", "Retinol"]}, "C"),
            # MuSiQue.
            ({"id": "2hop__150763_14904", "question_decomposition": [step, step]}, "C"),
            ({"id": "2hop__150763_14904"}, "C"),
            ({"id": "3hop1__1_2_3"}, "C"),
            ({"id": "4hop3__1_2_3_4"}, "C"),
            ({"question_decomposition": [step]}, "B"),
            # HotpotQA and 2WikiMultihopQA: titles repeat, one a sentence.
            ({"supporting_facts": [["Alû", 3], ["Lilu", 0]]}, "C"),
            ({"supporting_facts": [["Brea Mall", 0], ["Brea Mall", 1]]}, "B"),
            ({"supporting_facts": {"title": ["Alû", "Lilu"], "sent_id": [3, 0]}}, "C"),
            # Adaptive-RAG's processed data.
            (
                {"contexts": [{"title": "a", "is_supporting": True}, {"title": "b", "is_supporting": False}]},
                "B",
            ),
            (
                {
                    "paragraphs": [
                        {"title": "a", "is_supporting": True},
                        {"title": "b", "is_supporting": True},
                    ]
                },
                "C",
            ),
        ]:
            with self.subTest(row=row):
                self.assertEqual(label_of(row), label)

    def test_rows_that_say_nothing(self) -> None:
        for row, words in [
            ({}, "no label"),
            ({"answer": "Lund"}, "no label"),
            ({"answer": ["A"]}, "no label"),
            ({"id": 7}, "no label"),
            ({"id": "hop__1"}, "no label"),
            ({"supporting": []}, "`supporting` names no document"),
            ({"supporting": "Ada"}, "has to be an array of titles, not a string"),
            ({"supporting": ["Ada", 1]}, "not one with other things in it"),
            ({"supporting": None}, "not null"),
            ({"supporting_facts": [[]]}, "[title, sentence]"),
            ({"supporting_facts": {"sent_id": [1]}}, "supporting_facts.title"),
            ({"question_decomposition": []}, "`question_decomposition` names no"),
            ({"contexts": [{"title": "a", "is_supporting": False}]}, "`contexts` names no"),
        ]:
            with self.subTest(row=row):
                with self.assertRaises(LabelError) as caught:
                    label_of(row)
                self.assertIn(words, str(caught.exception))
