"""GLUE: nine tasks over English sentences and pairs of them, each by the metrics that its owners report.

CoLA by Matthews' correlation, MRPC and QQP by F1 and accuracy and their mean, STS-B by two correlations and their mean,
the others by accuracy. MNLI's two validation splits are two benchmarks.
Source: Wang et al. 2018 (arXiv:1804.07461), table 1; https://gluebenchmark.com.
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Item, Row
from evalution.benchmarks.classification import Classes, Suite, entailment
from evalution.benchmarks.collection import Collection, Score
from evalution.errors import BadInput, shorten

_GLUE = Suite("glue", "GLUE", "nyu-mll/glue", "Wang et al. 2018, GLUE (arXiv:1804.07461)")
_PAIR = "Sentence 1: {sentence1}\nSentence 2: {sentence2}\nQuestion: "
_QUESTIONS = "First: {question1}\nSecond: {question2}\nQuestion: Do both ask the same?"
_NLI = ("entailment", "neutral", "contradiction")
_CLOSENESS = f"{_PAIR}From 0 (nothing in common) to 5 (the same), how close are they in meaning?"
_POINTS = ("0", "1", "2", "3", "4", "5")


def stsb_item(row: Row) -> Item:
    """`{sentence1, sentence2, label, idx}`; the label is a number from 0 to 5, in steps of people's mean marks."""
    try:
        gold = float(rows.value(row, "label"))
    except (TypeError, ValueError):
        gold = -1.0
    if not 0.0 <= gold <= 5.0:
        raise BadInput(shorten(row["label"]), expected="a number from 0 to 5", field="label")
    pair = {name: rows.text(row, name) for name in ("sentence1", "sentence2")}
    question = _CLOSENESS.format_map(pair)
    name = str(row.get("idx", ""))
    return Item(question, repr(gold), str(round(gold)), id=name, choices=_POINTS, labels=_POINTS)


COLA = _GLUE.task(
    "cola",
    "CoLA, acceptability",
    Classes("Sentence: {sentence}\nQuestion: Is this sentence acceptable English?", ("unacceptable", "acceptable")),
    1043,
    "Warstadt et al. 2018, Neural Network Acceptability Judgments (arXiv:1805.12471)",
    scorer="ll_mcc",
    headline="mcc,ll",
)
SST2 = _GLUE.task(
    "sst2",
    "SST-2, sentiment",
    Classes(
        "Review: {sentence}\nQuestion: Is this review negative or positive?",
        ("negative", "positive"),
        ("negative", "positive"),
    ),
    872,
    "Socher et al. 2013, Recursive Deep Models for Semantic Compositionality Over a Sentiment Treebank",
)
MRPC = _GLUE.task(
    "mrpc",
    "MRPC, paraphrases",
    Classes(_PAIR + "Do both say the same?", ("not_equivalent", "equivalent")),
    408,
    "Dolan and Brockett 2005, Automatically Constructing a Corpus of Sentential Paraphrases",
    scorer="ll_f1",
    headline="f1,ll_boolean",
)
QQP = _GLUE.task(
    "qqp",
    "QQP, duplicate questions",
    Classes(_QUESTIONS, ("not_duplicate", "duplicate")),
    40430,
    "Iyer et al. 2017, First Quora Dataset Release: Question Pairs",
    scorer="ll_f1",
    headline="f1,ll_boolean",
)
STSB = _GLUE.task(
    "stsb",
    "STS-B, closeness in meaning",
    stsb_item,
    1500,
    "Cer et al. 2017, SemEval-2017 Task 1 (arXiv:1708.00055)",
    scorer="likeness",
    headline="pearson,ll",
    wording=_CLOSENESS,
)
_MNLI = "Williams et al. 2018, A Broad-Coverage Challenge Corpus for Sentence Understanding (arXiv:1704.05426)"
MNLI_MATCHED, MNLI_MISMATCHED = (
    _GLUE.task(
        f"mnli_{part}",
        f"MNLI, {part}",
        entailment("premise", "hypothesis", _NLI),
        size,
        _MNLI,
        config="mnli",
        split=f"validation_{part}",
    )
    for part, size in (("matched", 9815), ("mismatched", 9832))
)
QNLI = _GLUE.task(
    "qnli",
    "QNLI, does the sentence answer the question",
    Classes(
        "Asked: {question}\nSentence: {sentence}\nQuestion: Does the sentence answer what is asked?",
        ("entailment", "not_entailment"),
        ("yes", "no"),
    ),
    5463,
    "Rajpurkar et al. 2016, SQuAD (arXiv:1606.05250)",
)
RTE = _GLUE.task(
    "rte",
    "RTE, entailment",
    entailment("sentence1", "sentence2", ("entailment", "not_entailment")),
    277,
    "Dagan et al. 2006, The PASCAL Recognising Textual Entailment Challenge, and its successors",
)
WNLI = _GLUE.task(
    "wnli",
    "WNLI, pronouns by entailment",
    entailment("sentence1", "sentence2", ("not_entailment", "entailment")),
    71,
    "Levesque et al. 2012, The Winograd Schema Challenge",
)
GLUE = Collection(
    "glue",
    "GLUE",
    (
        (Score("glue_cola", "mcc,ll"),),
        (Score("glue_sst2", "acc,ll"),),
        (Score("glue_mrpc", "avg,ll"),),
        (Score("glue_stsb", "avg,ll"),),
        (Score("glue_qqp", "avg,ll"),),
        (Score("glue_mnli_matched", "acc,ll"), Score("glue_mnli_mismatched", "acc,ll")),
        (Score("glue_qnli", "acc,ll"),),
        (Score("glue_rte", "acc,ll"),),
        (Score("glue_wnli", "acc,ll"),),
    ),
    "Wang et al. 2018, GLUE (arXiv:1804.07461)",
)
