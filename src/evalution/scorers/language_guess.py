"""Which language a text is in, among those that IFEval asks for: by script, then by words and letters.

A script with one language here decides alone. Where several share one, each is scored by its commonest words and by
letters that the others lack; the highest count wins. Linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

ALONE = {
    "BENGALI": "bn",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KANNADA": "kn",
    "KATAKANA": "ja",
    "MALAYALAM": "ml",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
}
"""Scripts of one language each."""

_WORDS = {
    "LATIN": {
        "de": "der die das und ist nicht ein eine zu den mit auf für sich dem des im auch es ich sie wir von wird",
        "en": "the of and to in is that it for was with on as are be this have from at by not you i we they or an",
        "es": "el la los las de que y en un una es por con no para se su del al lo más como pero está son",
        "fi": "ja on ei että se hän oli ovat mutta kun niin myös tai ovat joka sen minä olen tämä ole voi sinun",
        "fr": "le la les de des et est un une que qui dans pour pas sur au ce il elle nous vous je avec du en sont",
        "it": "il lo la gli le di che e è un una per non con del della sono si da nel come più anche ma i al",
        "pl": "i w na nie z się że do jest to co jak o ale po tak za od czy dla są przez jego być ich oraz",
        "pt": "o a os as de que e do da em um uma não para com é por mais se no na dos foi são ao você",
        "sw": "na ya wa kwa ni za katika la kuwa hii cha huo yake yako kama au sana hiyo wao lakini pia si hivyo",
        "vi": "và của là có không được cho một những các trong với người này để đã tôi bạn khi như cũng sẽ vào",
    },
    "CYRILLIC": {
        "bg": "на и да се за от не е са с че по като му си ще това съм или той но беше към при",
        "ru": "и в не на что я с он как это по но из у к за от так же для мы вы был только или",
        "uk": "і в не на що я з він як це по але із у до за від так для ми ви був та або є",
    },
    "ARABIC": {
        "ar": "في من على إلى أن هذا هذه التي الذي كان لا ما هو هي عن مع ذلك بعد كل أو",
        "fa": "و در به از که این را با است برای آن یک می خود تا کرد بر هم شد ما",
        "ur": "کے کی میں ہے اور سے کا کو پر نے یہ ہیں کہ ایک بھی نہیں تھا اس ہو جو",
    },
    "DEVANAGARI": {
        "hi": "है हैं के में की और से का को पर यह था ने एक भी नहीं हो कि जो लिए",
        "mr": "आहे आणि आहेत या मध्ये ते हे तो ती नाही एक होते साठी च्या केले असे काही पण त्या मी",
        "ne": "छ र छन् को मा लाई यो हो पनि गर्न भएको एक हुन्छ तर गरेको थियो भने म हामी गर्नुहोस्",
    },
}  # fmt: skip
_LETTERS = {
    "de": "äöüß", "es": "ñ¿¡", "fi": "", "fr": "çêœùèû", "it": "ìò", "pl": "łążęśćńź", "pt": "ãõ",
    "vi": "ơưđạảấầậắặếềệộớờợựứừ",
    "bg": "", "ru": "ыэё", "uk": "іїєґ", "ar": "ةىيك", "fa": "پچژگ", "ur": "ٹڈڑںےھ", "mr": "ळ",
}  # fmt: skip
_LOOKUP = {
    script: {word: [c for c in words if word in words[c].split()] for ws in words.values() for word in ws.split()}
    for script, words in _WORDS.items()
}
_WORD = re.compile(r"[^\W\d_]+(?:[\u0900-\u097f]+[^\W\d_]*)*")
_SAMPLE = 20_000


def guess_language(text: str) -> str:
    """The ISO 639-1 code, or "" for a text without letters, in another script, or with nothing to go by.

    >>> guess_language("Das ist nicht die Antwort."), guess_language("Это не ответ."), guess_language("42!")
    ('de', 'ru', '')
    """
    text = text[:_SAMPLE].lower()
    scripts = Counter(_script(char) for char in text if char.isalpha())
    if not scripts:
        return ""
    script = scripts.most_common(1)[0][0]
    if script == "CJK":
        return "ja" if scripts["HIRAGANA"] + scripts["KATAKANA"] else "zh"
    if script in ALONE or script not in _WORDS:
        return ALONE.get(script, "")
    return _among(script, text)


def _among(script: str, text: str) -> str:
    known = _LOOKUP[script]
    votes: Counter[str] = Counter()
    for word in _WORD.findall(text):
        for code in known.get(word, ()):
            votes[code] += 2
    for char, count in Counter(text).items():
        for code in _WORDS[script]:
            if char in _LETTERS.get(code, ""):
                votes[code] += count
    best = votes.most_common(2)
    if not best or (len(best) == 2 and best[0][1] == best[1][1]):
        return ""
    return best[0][0]


@lru_cache(maxsize=1 << 14)
def _script(char: str) -> str:
    return unicodedata.name(char, "?").partition(" ")[0].partition("-")[0]
