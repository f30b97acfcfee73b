"""SuperGLUE: eight harder tasks, each by the metrics that its owners report.

CB by accuracy and macro F1 over its three classes, MultiRC by F1 over all answers and by whole questions, ReCoRD by F1
and exact match over its gold mentions, each pair with its mean; the others by accuracy.
Source: Wang et al. 2019 (arXiv:1905.00537), table 1 and section 3; https://super.gluebenchmark.com.
"""

from __future__ import annotations

from msgspec import structs

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Form, Item, Row
from evalution.benchmarks.classification import Classes, Suite, entailment
from evalution.benchmarks.collection import Collection, Score
from evalution.errors import BadInput, shorten

_SUPERGLUE = Suite("superglue", "SuperGLUE", "aps/super_glue", "Wang et al. 2019, SuperGLUE (arXiv:1905.00537)")
_BOOLEAN = ("False", "True")
_JOINTS = {"cause": "because", "effect": "so"}
_MULTIRC = Classes(
    "{paragraph}\nAsked: {question}\nReply: {answer}\nQuestion: Is this a right reply to what is asked?", _BOOLEAN
)


def copa_item(row: Row) -> Item:
    """`{premise, choice1, choice2, question, label}`: the premise goes on with "because" (the question is "cause") or
    "so" ("effect") and an option."""
    joint = _JOINTS[rows.label(row, "question", tuple(_JOINTS))]
    options = [_going_on(rows.text(row, name)) for name in ("choice1", "choice2")]
    question = f"{rows.text(row, 'premise').strip().rstrip('.')} {joint}"
    return choices.choice_item(question, options, choices.place(row, "label", 2), id=row.get("idx", ""))


def multirc_item(row: Row) -> Item:
    """`{paragraph, question, answer, label, idx: {paragraph, question, answer}}`, a row for each answer."""
    passage, question, answer = _index(row, "paragraph", "question", "answer")
    groups = {"passage": passage, "question": f"{passage}.{question}"}
    return structs.replace(_MULTIRC(row), id=f"{passage}.{question}.{answer}", groups=groups)


def record_item(row: Row) -> Item:
    """`{passage, query, entities, answers, idx: {passage, query}}`: the query's `@placeholder` is filled with each
    entity, after the passage and its highlights as lines of a list."""
    passage, query = _index(row, "passage", "query")
    entities = tuple(dict.fromkeys(rows.texts(row, "entities")))
    answers = tuple(dict.fromkeys(rows.texts(row, "answers")))
    asked = rows.text(row, "query")
    if not set(answers) & set(entities):
        raise BadInput(shorten(list(answers)), expected="at least one of the entities", field="answers")
    if "@placeholder" not in asked:
        raise BadInput(shorten(asked), expected="a text with @placeholder", field="query")
    return Item(
        id=f"{passage}.{query}",
        question=rows.text(row, "passage").replace("\n@highlight\n", "\n- "),
        gold=answers,
        answer=asked.replace("@placeholder", answers[0]),
        choices=tuple(asked.replace("@placeholder", entity) for entity in entities),
        labels=entities,
        groups={"passage": passage},
    )


def _going_on(text: str) -> str:
    """The sentence as a part of a longer one: its first letter small, unless it is the word I."""
    return text if text.split(maxsplit=1)[0].partition("'")[0] == "I" else text[:1].lower() + text[1:]


def _index(row: Row, *names: str) -> list[str]:
    found = rows.value(row, "idx")
    if not isinstance(found, dict) or any(name not in found for name in names):
        raise BadInput(shorten(found), expected=f"an object with {', '.join(names)}", field="idx")
    return [str(found[name]) for name in names]


BOOLQ = _SUPERGLUE.task(
    "boolq",
    "BoolQ",
    Classes("{passage}\nQuestion: {question}?", _BOOLEAN),
    3270,
    "Clark et al. 2019, BoolQ (arXiv:1905.10044)",
)
CB = _SUPERGLUE.task(
    "cb",
    "CommitmentBank",
    entailment("premise", "hypothesis", ("entailment", "contradiction", "neutral")),
    56,
    "de Marneffe et al. 2019, The CommitmentBank",
    scorer="ll_macro",
)
COPA = _SUPERGLUE.task(
    "copa",
    "COPA",
    copa_item,
    100,
    "Roemmele et al. 2011, Choice of Plausible Alternatives",
    form=Form(),
    wording="|".join(_JOINTS.values()),
)
MULTIRC = _SUPERGLUE.task(
    "multirc",
    "MultiRC",
    multirc_item,
    4848,
    "Khashabi et al. 2018, Looking Beyond the Surface",
    scorer="ll_question",
    headline="f1,ll_boolean",
    clusters=("passage",),
    whole="question",
    wording=_MULTIRC.wording,
)
RECORD = _SUPERGLUE.task(
    "record",
    "ReCoRD",
    record_item,
    10000,
    "Zhang et al. 2018, ReCoRD (arXiv:1810.12885)",
    scorer="record",
    headline="f1,ll",
    form=Form(after="-"),
    clusters=("passage",),
)
RTE = _SUPERGLUE.task(
    "rte",
    "RTE",
    entailment("premise", "hypothesis", ("entailment", "not_entailment")),
    277,
    "Dagan et al. 2006, The PASCAL Recognising Textual Entailment Challenge, and its successors",
)
WIC = _SUPERGLUE.task(
    "wic",
    "WiC, words in context",
    Classes(
        "Sentence 1: {sentence1}\nSentence 2: {sentence2}\n"
        "Question: Does the word “{word}” mean the same in both sentences?",
        _BOOLEAN,
    ),
    638,
    "Pilehvar and Camacho-Collados 2019, WiC (arXiv:1808.09121)",
)
WSC = _SUPERGLUE.task(
    "wsc",
    "WSC, Winograd schemas",
    Classes("{text}\nQuestion: In this text, does “{span2_text}” stand for “{span1_text}”?", _BOOLEAN),
    104,
    "Levesque et al. 2012, The Winograd Schema Challenge",
)
SUPERGLUE = Collection(
    "superglue",
    "SuperGLUE",
    (
        (Score("superglue_boolq", "acc,ll"),),
        (Score("superglue_cb", "avg,ll"),),
        (Score("superglue_copa", "acc,ll"),),
        (Score("superglue_multirc", "avg,ll"),),
        (Score("superglue_record", "avg,ll"),),
        (Score("superglue_rte", "acc,ll"),),
        (Score("superglue_wic", "acc,ll"),),
        (Score("superglue_wsc", "acc,ll"),),
    ),
    "Wang et al. 2019, SuperGLUE (arXiv:1905.00537)",
)
