"""MMMLU: MMLU's test set translated by people into 14 languages.

Source: https://huggingface.co/datasets/openai/MMMLU; simple-evals reads the same columns (mmlu_eval.py).
"""

from __future__ import annotations

from msgspec import structs

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Item, Row, Source
from evalution.benchmarks.languages import answer_line
from evalution.benchmarks.lettered import lettered_form, lettered_suite
from evalution.benchmarks.mmlu import mmlu_item
from evalution.sample import Sampling

LOCALES = (
    "AR_XY", "BN_BD", "DE_DE", "ES_LA", "FR_FR", "HI_IN", "ID_ID", "IT_IT", "JA_JP", "KO_KR", "PT_BR", "SW_KE", "YO_NG",
    "ZH_CN",
)  # fmt: skip


def mmmlu_item(row: Row) -> Item:
    """MMLU's columns with the locale as `subset`."""
    locale = rows.label(row, "subset", LOCALES)
    language = locale[:2].lower()
    item = mmlu_item(row)
    return structs.replace(
        item,
        groups={"language": locale, **item.groups},
        language=language,
        solution=answer_line(language, str(item.gold)),
    )


MMMLU = lettered_suite(
    "mmmlu",
    "MMMLU",
    Source("openai/MMMLU", None, train=None, subsets={locale: locale for locale in LOCALES}),
    mmmlu_item,
    reference="simple_evals",
    size=14042 * 14,
    forms={locale[:2].lower(): lettered_form(locale[:2].lower()) for locale in LOCALES},
    citation="OpenAI 2024, Multilingual Massive Multitask Language Understanding (openai/MMMLU)",
    licence="MIT",
    sampling=Sampling(max_tokens=1024),
    strata=("language", "category", "subject"),
)
