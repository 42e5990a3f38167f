import subprocess
import sys
import unittest

from tracehop_trainer.features import Features

from .support import environment


class TestFeatures(unittest.TestCase):
    def test_the_n_grams_of_a_text(self) -> None:
        grams = Features(64, seed=0, words=2, characters=(3, 3)).grams("Who, then?")
        self.assertEqual(
            grams, ["who", "then", "who then", "#<wh", "#who", "#ho>", "#<th", "#the", "#hen", "#en>"]
        )

    def test_forms_of_the_same_letters_are_alike(self) -> None:
        features = Features(1 << 20, seed=0)
        # Composed and decomposed ñ, full-width letters, capitals.
        self.assertEqual(features.of("Ñandú"), features.of("N\u0303ANDU\u0301"))
        self.assertEqual(features.of("Ｗｈｏ"), features.of("who"))
        self.assertNotEqual(features.of("nandu"), features.of("ñandú"))

    def test_texts_without_words_and_odd_ones(self) -> None:
        features = Features(64, seed=0)
        self.assertEqual(features.of("?! … 🐦"), [])
        self.assertTrue(all(0 <= bucket < 64 for bucket in features.of("月見橋 \ud800 x" * 10)))
        self.assertLess(len(features.of("word " * 1_000_000)), 40_000)

    def test_the_same_in_every_process_and_another_by_seed(self) -> None:
        code = "from tracehop_trainer.features import Features; print(Features(997, 3).of('Who built it?'))"

        def elsewhere(hash_seed: str) -> str:
            env = {**environment(), "PYTHONHASHSEED": hash_seed}
            return subprocess.check_output([sys.executable, "-c", code], env=env, text=True).strip()

        here = str(Features(997, 3).of("Who built it?"))
        self.assertEqual([elsewhere("1"), elsewhere("2")], [here, here])
        self.assertNotEqual(str(Features(997, 4).of("Who built it?")), here)
