"""MGSM: 250 problems of GSM8K's test set in eleven languages.

The words around a question are the owners' (`Frage:`, `Schritt-für-Schritt-Antwort:`), the instruction is ours.
The two groups of scripts are those that simple-evals reports.
Sources: https://github.com/google-research/url-nlp (mgsm/), https://github.com/openai/simple-evals (mgsm_eval.py)
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.benchmarks.languages import answer_line, number_instruction
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling
from evalution.scorers.gsm8k import extract_number
from evalution.scorers.mgsm import LATIN_LANGUAGES
from evalution.scorers.numbers import gold_values

_WORDS = {
    "bn": ("প্রশ্ন: ", "ধাপে ধাপে উত্তর:"),
    "de": ("Frage: ", "Schritt-für-Schritt-Antwort:"),
    "en": ("Question: ", "Step-by-Step Answer:"),
    "es": ("Pregunta: ", "Respuesta paso a paso:"),
    "fr": ("Question : ", "Réponse étape par étape :"),
    "ja": ("問題：", "ステップごとの答え："),
    "ru": ("Задача: ", "Пошаговое решение:"),
    "sw": ("Swali: ", "Jibu la Hatua kwa Hatua:"),
    "te": ("ప్రశ్న: ", "దశలవారీగా సమాధానం:"),
    "th": ("โจทย์: ", "คำตอบทีละขั้นตอน:"),
    "zh": ("问题：", "逐步解答："),
}


def mgsm_item(row: Row) -> Item:
    """`{question, answer, answer_number}` with the language as `subset`; an exemplar's `answer` is worked out, and
    gives the number where that is not stated."""
    language = rows.label(row, rows.named(row, "subset", "lang"), list(_WORDS))
    lead, after = _WORDS[language]
    worked = str(row.get("answer") or "").removeprefix(after).strip()
    number = row.get("answer_number")
    gold = (extract_number(worked, language) or "") if number is None else str(number).replace(",", "")
    if not gold_values(gold):
        raise BadInput(shorten(number), expected="a number", field="answer_number")
    return Item(
        id=str(row.get("id", "")),
        question=rows.text(row, "question").removeprefix(lead),
        gold=gold,
        answer=f"{worked}\n{answer_line(language, gold)}".strip(),
        groups={"script": "latin" if language in LATIN_LANGUAGES else "non_latin", "language": language},
        language=language,
    )


MGSM = Benchmark(
    name="mgsm",
    title="MGSM",
    version=1,
    source=Source(
        "juletxara/mgsm",
        None,
        subsets={language: language for language in _WORDS},
        columns=("question", "answer_number"),
    ),
    size=2750,
    item=mgsm_item,
    form=Form(),
    forms={code: Form(lead, after, instruction=number_instruction(code)) for code, (lead, after) in _WORDS.items()},
    scorers=("num", "num@simple_evals"),
    headline="acc,num",
    citation="Shi et al. 2022, Language Models are Multilingual Chain-of-Thought Reasoners (arXiv:2210.03057)",
    licence="CC-BY-4.0",
    sample="mgsm.jsonl",
    chat=True,
    sampling=Sampling(max_tokens=1024),
    strata=("script", "language"),
    shots_share=("language",),
)
