"""Hashed n-grams of words and characters, as in fastText (Joulin et al. 2016, Bojanowski et al. 2017)."""

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b

_WORD = re.compile(r"\w+")
# A question is a line or two. What is longer is a pasted document, and its start will do.
_LONGEST = 4_000


@dataclass(frozen=True)
class Features:
    """Which n-grams are taken, and into how many buckets they are hashed.

    `seed` chooses the hash function. The same features and text give the same buckets on every machine:
    Python's own `hash` differs from run to run.
    """

    buckets: int
    seed: int
    words: int = 3
    characters: tuple[int, int] = (3, 5)

    def of(self, text: str) -> list[int]:
        """The buckets of a text's n-grams; empty where it holds no letter or digit."""
        return [self._bucket(gram) for gram in self.grams(text)]

    def grams(self, text: str) -> list[str]:
        """The n-grams: of 1 to `words` words, and of `characters` within a word, its ends marked."""
        words = _WORD.findall(unicodedata.normalize("NFKC", text[:_LONGEST]).casefold())
        runs = [
            " ".join(words[at : at + size])
            for size in range(1, self.words + 1)
            for at in range(len(words) - size + 1)
        ]
        low, high = self.characters
        # "#" is no word character: a piece of a word is never taken for a word.
        pieces = [
            f"#{marked[at : at + size]}"
            for marked in (f"<{word}>" for word in words)
            for size in range(low, high + 1)
            for at in range(len(marked) - size + 1)
        ]
        return runs + pieces

    def _bucket(self, gram: str) -> int:
        # Half a surrogate pair is a legal character of a JSON string.
        data = gram.encode("utf-8", "surrogatepass")
        key = self.seed.to_bytes(8, "little", signed=True)
        return int.from_bytes(blake2b(data, digest_size=8, key=key).digest(), "little") % self.buckets
