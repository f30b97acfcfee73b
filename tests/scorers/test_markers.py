"""Answer words: where they announce, and where they are only part of something."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers.markers import WORDS, find_markers

MMMLU = {"ar", "bn", "de", "es", "fr", "hi", "id", "it", "ja", "ko", "pt", "sw", "yo", "zh"}
MGSM = {"bn", "de", "en", "es", "fr", "ja", "ru", "sw", "te", "th", "zh"}


def announced(text):
    return [(marker.link, text[marker.end :]) for marker in find_markers(text)]


def test_languages():
    assert len(WORDS) >= 35
    assert WORDS.keys() >= MMMLU | MGSM


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    "form", ["{}: 7", "{}：7", "{} = 7", "**{}:** 7", "**{}** : 7", "({}): 7", "{} — 7", "{}:\n\n7"]
)
def test_every_word_before_a_colon(language, form):
    for word in WORDS[language].answer:
        for spelt in {word, word.upper(), word.capitalize(), unicodedata.normalize("NFD", word)}:
            if spelt.lower() == word or not spelt.isupper():  # "CEVABI" is "cevabı" in Turkish only
                text = form.format(spelt)
                assert announced(text) == [("colon", "7")], text


@pytest.mark.parametrize("language", [name for name in WORDS if WORDS[name].links])
def test_every_word_before_a_verb(language):
    for word in WORDS[language].answer:
        for verb in WORDS[language].links:
            text = f"{word}{'' if WORDS[language].joined else ' '}{verb} 7"
            assert [rest for _, rest in announced(text)] == ["7"], text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The answer to the problem is: 7", [("is", "7")]),
        ("La réponse correcte est (B)", [("is", "(B)")]),
        ("الإجابة الصحيحة هي (ب)", [("is", "(ب)")]),
        ("सही उत्तर B है", [("bare", "B है")]),
        ("উত্তরঃ ২৪", [("colon", "২৪")]),
        ("## Answer\n7", [("bare", "7")]),
        ("Answered: 7", []),
        ("Beantwortung: 7", []),
        ("answers: 7", []),
        ("the answer depends", []),
        ("The answer. It is 7", []),
        ("Answer choice (C)", []),
        ("Answer: Answer: 7", [("colon", "Answer: 7"), ("colon", "7")]),
    ],
)
def test_places(text, expected):
    assert announced(text) == expected


@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["answer", " is ", ":", "答", "は", "İ", "\n", "**", "7"])).map("".join)
)
def test_places_are_in_order_and_in_the_text(text):
    last = 0
    for marker in find_markers(text):
        assert last <= marker.start < marker.end <= len(text)
        last = marker.start
