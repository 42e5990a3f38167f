"""Writes porter-pairs.json: words and their stems as NLTK's PorterStemmer (mode MARTIN_EXTENSIONS) gives them.

python porter-pairs.py; needs nltk. The words are those of the examples, with every suffix the algorithm knows.
"""

import json
import pathlib
import re

from nltk.stem.porter import PorterStemmer

here = pathlib.Path(__file__).parent
text = (here / "../../../examples/corpus/passages.jsonl").read_text(encoding="utf8").lower()
seen = set(re.findall(r"[a-z]+", text))
stems = "a e y by cy sky happ relat condition rational valenc hesitanc digit conform radical differ vile analog " \
    "vietnam predic operat feud decis hop call form sens tripl formal electric good reviv allow infer airlin gyroscop " \
    "adjust defens irrit replac depend adopt homolog commun activ angular effect bowdl control roll probat rat ceas " \
    "fall hiss fizz fail fil tann siz troubl conflat cap plaster bled sing agre pon care ti yyy yoyo syzygy oat tree".split()
suffixes = "s es ies sses ss ed eed ing at bl iz y e ational tional enci anci izer bli alli entli eli ousli ization " \
    "ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance " \
    "ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize ll ely ingly edly".split()
seen |= {stem + suffix for stem in stems for suffix in [""] + suffixes}
stemmer = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
pairs = {word: stemmer.stem(word, to_lowercase=False) for word in sorted(seen)}
lines = ",\n".join(f"{json.dumps(word)}:{json.dumps(stem)}" for word, stem in pairs.items())
(here / "porter-pairs.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf8")
print(len(pairs))
