"""Answer words of many languages, and where in a text they announce an answer.

One table serves letters, numbers and mathematics. `find_markers` says where an announced answer starts;
what stands there is for the caller to read.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple


class Words(NamedTuple):
    """How a language announces an answer.

    answer   its words for "answer", lower case
    links    what may stand between that word and the answer beside a colon: "is", "would be"
    joined   letters may touch the word: the script has no spaces, or particles are written on
    bare     the answer may follow with nothing between, the verb being last or absent
    """

    answer: tuple[str, ...]
    links: tuple[str, ...] = ()
    joined: bool = False
    bare: bool = False


WORDS: dict[str, Words] = {
    "en": Words(
        ("answer", "ans."),
        ("is", "was", "are", "equals", "should be", "would be", "must be", "will be", "has to be", "would have to be"),
    ),
    "de": Words(("antwort", "lösung"), ("ist", "lautet", "beträgt", "wäre", "sind")),
    "fr": Words(("réponse", "reponse"), ("est", "sera", "serait", "vaut")),
    "es": Words(("respuesta",), ("es", "sería", "será", "son")),
    "pt": Words(("resposta",), ("é", "e", "seria", "será", "são")),
    "it": Words(("risposta",), ("è", "e'", "sarà", "sarebbe")),
    "ca": Words(("resposta",), ("és",)),
    "gl": Words(("resposta",), ("é",)),
    "ro": Words(("răspunsul", "răspuns", "raspuns"), ("este", "e")),
    "nl": Words(("antwoord",), ("is", "luidt")),
    "sv": Words(("svaret", "svar"), ("är", "blir")),
    "da": Words(("svaret", "svar"), ("er", "bliver")),
    "no": Words(("svaret", "svar"), ("er", "blir")),
    "is": Words(("svarið", "svar"), ("er",)),
    "fi": Words(("vastaus",), ("on",)),
    "et": Words(("vastus",), ("on",)),
    "lv": Words(("atbilde",), ("ir",)),
    "lt": Words(("atsakymas",), ("yra",)),
    "pl": Words(("odpowiedź", "odpowiedz", "odpowiedzią"), ("to", "jest", "brzmi", "wynosi")),
    "cs": Words(("odpověď",), ("je", "zní")),
    "sk": Words(("odpoveď",), ("je", "znie")),
    "sl": Words(("odgovor",), ("je",)),
    "hr": Words(("odgovor",), ("je", "glasi")),
    "sr": Words(("одговор", "odgovor"), ("је", "je", "гласи")),
    "bg": Words(("отговорът", "отговор"), ("е",)),
    "mk": Words(("одговорот", "одговор"), ("е",)),
    "ru": Words(("ответ", "ответом"), ("это", "равен", "будет", "является")),
    "uk": Words(("відповідь", "відповіддю"), ("це", "є", "дорівнює")),
    "be": Words(("адказ",), ("гэта",)),
    "el": Words(("απάντηση",), ("είναι",)),
    "hu": Words(("válasz",), ("az", "a"), bare=True),
    "tr": Words(("cevap", "cevabı", "cevabımız", "yanıt", "yanıtı"), bare=True),
    "az": Words(("cavab",), bare=True),
    "kk": Words(("жауап", "жауабы"), bare=True),
    "uz": Words(("javob",), bare=True),
    "id": Words(("jawabannya", "jawaban", "jawab"), ("adalah", "ialah", "yaitu")),
    "ms": Words(("jawapannya", "jawapan"), ("ialah", "adalah")),
    "tl": Words(("sagot",), ("ay",)),
    "vi": Words(("đáp án", "câu trả lời", "trả lời"), ("là",)),
    "sw": Words(("jibu",), ("ni",), bare=True),
    "yo": Words(
        (
            "ìdáhùn",
            "idáhùn",
            "idahun",
            "àdáhùn",
            "ìdáhún",
            "fèsì",
            "àbájáde",
            "àmọ̀nà",
            "ànúgọ",
            "a\u0300m\u1ecd\u0300na\u0300",
        ),
        ("ni", "jẹ́", "jẹ"),
        bare=True,
    ),
    "ha": Words(("amsa", "amsar"), ("ita ce", "shi ne", "ce", "ne")),
    "ig": Words(("azịza",), ("bụ",)),
    "zu": Words(("impendulo",), ("ithi", "ngu")),
    "af": Words(("antwoord",), ("is",)),
    "eu": Words(("erantzuna",), ("da",), bare=True),
    "hy": Words(("պատասխանը", "պատասխան"), ("է",), bare=True),
    "ka": Words(("პასუხია", "პასუხი"), ("არის",), bare=True),
    "am": Words(("መልሱ", "መልስ"), joined=True, bare=True),
    "ar": Words(
        ("الإجابة", "الاجابة", "إجابة", "اجابة", "الجواب", "جواب", "الإجابه"),
        ("هي", "هو", "يساوي", "تساوي", "تكون"),
        joined=True,
    ),
    "fa": Words(("پاسخ", "جواب"), ("برابر است با", "برابر با", "عبارت است از"), joined=True, bare=True),
    "ur": Words(("جواب",), ("ہے",), joined=True, bare=True),
    "he": Words(("תשובה",), ("היא", "הוא"), joined=True),
    "hi": Words(("उत्तर", "जवाब"), ("है", "होगा"), bare=True),
    "mr": Words(("उत्तर",), ("आहे",), bare=True),
    "ne": Words(("उत्तर", "जवाफ"), ("हो",), bare=True),
    "bn": Words(("উত্তর", "উত্তরটি", "জবাব"), ("হল", "হলো", "হচ্ছে", "হবে"), bare=True),
    "pa": Words(("ਜਵਾਬ", "ਉੱਤਰ"), ("ਹੈ",), bare=True),
    "gu": Words(("જવાબ", "ઉત્તર"), ("છે",), bare=True),
    "ta": Words(("பதில்", "விடை"), bare=True),
    "te": Words(("సమాధానం", "జవాబు"), bare=True),
    "kn": Words(("ಉತ್ತರ",), bare=True),
    "ml": Words(("ഉത്തരം",), bare=True),
    "si": Words(("පිළිතුර",), bare=True),
    "th": Words(("คำตอบ",), ("คือ", "เป็น", "เท่ากับ"), joined=True),
    "lo": Words(("ຄຳຕອບ",), ("ແມ່ນ", "ຄື"), joined=True),
    "km": Words(("ចម្លើយ",), ("គឺ",), joined=True),
    "my": Words(("အဖြေ",), ("မှာ", "သည်"), joined=True, bare=True),
    "ja": Words(("答え", "解答", "回答", "正解", "答"), ("は",), joined=True, bare=True),
    "zh": Words(
        ("答案", "回答", "解答", "答"),
        ("是", "为", "為", "应为", "應為", "应该是", "應該是", "就是", "选", "選", "应选"),
        joined=True,
    ),
    "ko": Words(("정답", "답변", "해답", "답"), ("은", "는", "이"), joined=True, bare=True),
}


LINK_WORDS = frozenset(link.split()[-1] for words in WORDS.values() for link in words.links)
"""The last word of every link: a dash after one of them announces nothing, it is a minus sign."""


class Marker(NamedTuple):
    """An announcement: `word` starts at `start`, what it announces at `end`.

    link   "colon" (`:`, `=`, a dash), "is" (a verb), or "bare" (nothing, or a line of its own)
    broken a line break stands between
    """

    start: int
    end: int
    word: str
    link: str
    broken: bool


_REACH = 60
_COLON = r"[:：﹕︰=＝︓ः:ঃ։՝፦]|[-–—―](?=[\s*_])|(?:->|→|⇒|\\(?:right|Right)arrow)"
_CLOSE = r"[\s)\]}*_`\"'”’»」』】）]{0,12}"
_CLOSING = re.compile(_CLOSE)
_OPENING = re.compile(r"[\s*_`}~]{0,16}")


def find_markers(text: str) -> Iterator[Marker]:
    """Every announcement in the text, by place; time linear in its length.

    Between the word and the link a few words may stand ("the answer to the problem is"), but no
    digit, line break or end of a sentence.

    >>> [(m.word, m.link, text[m.end:]) for text in ("So the **answer**: 4", "答えは4") for m in find_markers(text)]
    [('answer', 'colon', '4'), ('答え', 'is', '4')]
    """
    places = _occurrences(text)
    for (start, end, form), following in pairwise([*places, (len(text), len(text), None)]):
        assert form
        if following[0] == end < len(text):
            continue
        closed = _CLOSING.match(text, end)
        after = closed.end() if closed else end
        found = _link(form.word).match(text, after, min(following[0], end + _REACH))
        if found:
            kind, here = "colon" if found["colon"] else "is", found.end()
        elif form.bare or "\n" in text[end:after] or (text[end : end + 1] == "】" and text[start - 1 : start] == "【"):
            kind, here = "bare", after
        else:
            continue
        opened = _OPENING.match(text, here)
        here = opened.end() if opened else here
        yield Marker(start, here, form.word, kind, "\n" in text[end:here])


class _Form(NamedTuple):
    """A spelling to look for in lower-case text: of a word, composed or decomposed."""

    spelt: str
    word: str
    joined: bool
    bare: bool


_Place = tuple[int, int, _Form | None]


def answer_words(text: str) -> set[str]:
    """The answer words that stand in a text, announcing something or not.

    >>> answer_words("The answer cannot be known"), answer_words("Answers vary")
    ({'answer'}, set())
    """
    return {form.word for _, _, form in _occurrences(text) if form}


@lru_cache(maxsize=1)
def _occurrences(text: str) -> list[_Place]:
    """(start, end, form) of the answer words in a text, none inside a longer one, by place. Kept for `answer_words`."""
    lower = text.lower() if "İ" not in text else text.replace("İ", "i").lower()
    places: list[_Place] = []
    for root, forms in _possible(lower):
        at = lower.find(root)
        while at >= 0:
            place = _longest(text, lower, at, forms)
            if place:
                places.append(place)
            at = lower.find(root, at + 1)
    if len(places) < 2:
        return places
    places.sort(key=lambda place: (place[0], -place[1]))
    kept = places[:1]
    for place in places[1:]:
        if place[0] >= kept[-1][1]:
            kept.append(place)
    return kept


def _longest(text: str, lower: str, start: int, forms: tuple[_Form, ...]) -> _Place | None:
    for form in forms:
        if lower.startswith(form.spelt, start):
            end = start + len(form.spelt)
            if form.joined or _stands_alone(text, start, end):
                return start, end, form
    return None


_Family = tuple[str, tuple[_Form, ...]]
_RARITY = "jzxqwvkygbphfucmdlrsotnaie"
_COMMON = "اоаеáé"


def _possible(lower: str) -> Iterator[_Family]:
    """The families of which a word may stand in the text: two quick looks rule out nearly all."""
    for letter, words, families in _sieve(lower.isascii()):
        if letter in lower and (words.search(lower) if words else families[0][0] in lower):
            yield from families


@cache
def _sieve(ascii_only: bool) -> tuple[tuple[str, re.Pattern[str] | None, tuple[_Family, ...]], ...]:
    """Families by a letter that all their words have: one that is not ASCII if there is one, else the word's rarest.

    The pattern for their roots starts at that letter, so that a search runs from one to the next; a single root is
    found, or missed, sooner as it is.
    """
    left = dict(_forms(ascii_only))
    sieve = []
    while left:
        counts = Counter(letter for root in left for letter in _telling(root))
        letter = max(counts, key=lambda letter: (letter not in _COMMON, counts[letter], letter))
        families = tuple((root, left.pop(root)) for root in list(left) if letter in _telling(root))
        roots = "|".join(_from(root, root.index(letter)) for root, _ in families)
        words = re.compile(f"{re.escape(letter)}(?:{roots})") if len(families) > 1 else None
        sieve.append((letter, words, families))
    return tuple(sieve)


def _telling(root: str) -> set[str]:
    return {letter for letter in root if not letter.isascii()} or {min(root, key=f"{_RARITY}.".find)}


def _from(root: str, at: int) -> str:
    before = f"(?<={re.escape(root[: at + 1])})" if at else ""
    return before + re.escape(root[at + 1 :])


@cache
def _forms(ascii_only: bool) -> tuple[_Family, ...]:
    """Spellings by the shortest one that begins them ("jawab": jawabannya, jawaban, jawab), longest first, so that
    each family is searched for once."""
    forms: dict[str, _Form] = {}
    for words in WORDS.values():
        for word in words.answer:
            for spelt in (word, unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)):
                old = forms.get(spelt, _Form("", "", False, False))
                forms[spelt] = _Form(spelt, word, words.joined or old.joined, words.bare or old.bare)
    families: dict[str, list[_Form]] = {}
    for spelt in sorted(spelt for spelt in forms if spelt.isascii() or not ascii_only):
        root = next((root for root in families if spelt.startswith(root)), spelt)
        families.setdefault(root, []).insert(0, forms[spelt])
    return tuple((root, tuple(family)) for root, family in families.items())


@cache
def _link(word: str) -> re.Pattern[str]:
    """What joins `word` to its answer: the verbs of its languages, or a colon.

    Across a gap of its own script only: in "उत्तर B है" the verb follows the answer.
    """
    languages = [words for words in WORDS.values() if word in words.answer]
    verbs = sorted({link for words in languages for link in words.links}, key=len, reverse=True)
    one_of = "|".join(re.escape(verb).replace(r"\ ", r"\s") for verb in verbs)
    spaced = not any(words.joined for words in languages)
    verb = (rf"(?<=[\s*_)\]}}])(?:{one_of})(?![^\W\d_])" if spaced else rf"(?:{one_of})") if verbs else r"(?!)"
    latin = "" if unicodedata.name(word[0]).startswith("LATIN") else "A-Za-z"
    gap = rf"[^\n.。!！?？:：=＝\d{latin}]{{0,{_REACH}}}?"
    return re.compile(rf"{gap}(?:(?P<colon>{_COLON})|{verb}(?:{_CLOSE}[:：=])?)", re.IGNORECASE)


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not (_is_letter(before) or (_is_letter(after) and after not in "ঃः"))


def _is_letter(character: str) -> bool:
    return character not in " \n" and (character.isalpha() or unicodedata.category(character)[0] == "M")
