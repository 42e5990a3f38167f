import unittest

from tracehop_trainer.questions import Question
from tracehop_trainer.report import interval
from tracehop_trainer.split import majority, split


def questions(**counts: int) -> list[Question]:
    return [
        Question(f"{label}{n}", f"{label} {n}?", label, "f", n)
        for label, count in counts.items()
        for n in range(count)
    ]


class TestSplit(unittest.TestCase):
    def test_the_share_holds_in_every_class_and_nothing_is_lost(self) -> None:
        every = questions(B=20, C=40)
        parts = split(every, 0.25, seed=1)
        self.assertEqual([sum(q.label == label for q in parts.validation) for label in "BC"], [5, 10])
        self.assertEqual(sorted(q.id for q in parts.train + parts.validation), sorted(q.id for q in every))

    def test_no_class_is_missing_on_either_side(self) -> None:
        for share in (0.001, 0.999):
            parts = split(questions(B=2, C=30), share, seed=1)
            for part in (parts.train, parts.validation):
                self.assertEqual({q.label for q in part}, {"B", "C"})

    def test_the_seed_decides(self) -> None:
        every = questions(B=20, C=40)
        self.assertEqual(split(every, 0.25, 1), split(every, 0.25, 1))
        self.assertNotEqual(split(every, 0.25, 1), split(every, 0.25, 2))

    def test_the_majority_is_the_first_of_equals(self) -> None:
        self.assertEqual(majority(questions(B=1, C=2), ["B", "C"]), "C")
        self.assertEqual(majority(questions(C=2, B=2), ["B", "C"]), "B")

    def test_wilson_interval(self) -> None:
        # Computed by hand from the formula; the ends stay within 0..1.
        low, high = interval(14, 16)
        self.assertAlmostEqual(low, 0.6398, places=4)
        self.assertAlmostEqual(high, 0.9650, places=4)
        self.assertEqual(interval(0, 5)[0], 0)
        self.assertEqual(interval(5, 5)[1], 1)
