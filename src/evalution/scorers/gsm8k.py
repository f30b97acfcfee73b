"""The live number scorer, `acc,num`: the number that a response commits to, compared exactly with the gold.

Rules and bands: `number_rules`. What a number is: `numerals`, `quantities`. Percent: `numbers`. The owners' parsers,
`extract_answer` and `parse_platinum`, are at hand here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.extraction import Found, candidates, decide, describe
from evalution.scorers.metrics import mean_metric
from evalution.scorers.number_rules import BANDS, BEYOND
from evalution.scorers.numbers import equal, gold_values
from evalution.scorers.numerals import COMMA_DECIMAL, MAX_DIGITS, canonical, decimal
from evalution.scorers.reference.gsm8k import extract_answer, parse_platinum
from evalution.scorers.run_on import before_run_on
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.scorers.thinking import may_carry_tags, set_aside
from evalution.verdict import Candidate, Span, Status, Verdict

__all__ = [
    "NUM",
    "canonical",
    "equal",
    "explain",
    "extract_answer",
    "extract_number",
    "gold_values",
    "judge",
    "parse_platinum",
]

_CORRECT, _INCORRECT = Status.CORRECT, Status.INCORRECT
_STRUCK = re.compile(r"~~[^~\n]{1,80}~~")
_TURN = re.compile(r"<\|(?:im_end|im_start|endoftext|eot_id|end_of_text)\|>|</s>|<end_of_turn>|<eos>")
_OTHER_SPEAKER = re.compile(r"\n\s{0,4}\n[#*\s]{0,6}(?:Human|User)\s?:")
_REACHES_END = re.compile(r"[.,'/]?\Z")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_PLAIN = re.compile(r"(-?)(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d{1,30}))?\Z", re.ASCII)


def judge(text: str, target: Target) -> tuple[Verdict]:
    """The verdict under `acc,num`: 1 for the gold's number, else 0.

    AMBIGUOUS when the commitment that counts names several numbers ("20-24"), NO_ANSWER when there is none or when a
    truncated response ends in its number,
    INCORRECT via "limit" beyond `numerals.MAX_DIGITS` digits, UNSCORED when the gold holds no number.

    >>> judge("She has 7 + 17 = 24 left.\\n#### 24", Target("24"))[0].rule
    'hash'
    """
    golds = gold_values(target.gold)
    if not golds:
        return (Verdict.unscored(f"expected a number in the gold, found {str(target.gold)[-40:]!r}"),)
    if not target.truncated and not may_carry_tags(text) and not _BLANK_LINE.search(text):
        plain = _at_end(text, target.language)
        if plain:
            answer, rule, start = plain
            return (_number_verdict(answer, rule, Span(start, len(text)), golds, None),)
    return (_read(text, target, golds),)


def own_part(text: str, target: Target) -> str:
    """The text before the model goes on with another turn, or, having committed, with a question of its own; what is
    struck through (`~~23~~`) is blanked.

    >>> own_part("#### 24\\n\\nQuestion: 3 + 5?\\n#### 8", Target("24")), own_part("24<|im_end|>8", Target("24"))
    ('#### 24', '24')
    """
    if "~~" in text:
        text = _STRUCK.sub(lambda match: " " * len(match[0]), text)
    turn = _TURN.search(text)
    if turn and text[: turn.start()].strip():
        text = text[: turn.start()]
    other = _OTHER_SPEAKER.search(text) if "\n" in text else None
    answered = text[: other.start()] if other else before_run_on(text)
    return answered if answered is not None and decide(BANDS[:1], answered, target) else text


def _read(text: str, target: Target, golds: tuple[str, ...]) -> Verdict:
    visible = set_aside(text)
    found = decide(BANDS, own_part(visible.text, target), target)
    if found and target.truncated and _REACHES_END.match(text, found.span.end):
        cut = "cut where the number stands, which may go on"
        return _verdict(found._replace(answers=()), golds, f"{visible.note}; {cut}" if visible.note else cut)
    return _verdict(found, golds, visible.note)


def extract_number(text: str, language: str = "") -> str | None:
    """The canonical number that a response commits to in any format; `None` when none, or more than one.

    >>> extract_number("The answer is 7 + 17 = 24.00."), extract_number("20 or 24"), extract_number("Antwort: 2,5")
    ('24', None, '2.5')
    """
    target = Target("", language=language)
    found = decide(BANDS, own_part(set_aside(text).text, target), target)
    return found.answers[0] if found and len(found.answers) == 1 and found.answers[0] != BEYOND else None


def _verdict(found: Found | None, golds: tuple[str, ...], note: str | None) -> Verdict:
    if found is None:
        return Verdict(Status.NO_ANSWER, 0.0, via="number", note=note)
    answers, rule, span = found
    if not answers:
        return Verdict(Status.NO_ANSWER, 0.0, None, rule, span, "number", note=note)
    if len(answers) > 1:
        return Verdict(Status.AMBIGUOUS, 0.0, " | ".join(answers), rule, span, "number", note=note)
    if answers[0] == BEYOND:
        return Verdict(Status.INCORRECT, 0.0, None, rule, span, "limit", note=note)
    return _number_verdict(answers[0], rule, span, golds, note)


def _number_verdict(answer: str, rule: str, span: Span, golds: tuple[str, ...], note: str | None) -> Verdict:
    alone = len(golds) == 1
    if answer in golds or (equal(answer, golds[0]) if alone else any(equal(answer, gold) for gold in golds)):
        return Verdict(_CORRECT, 1.0, answer, rule, span, "number", (), note)
    return Verdict(_INCORRECT, 0.0, answer, rule, span, "number", (), note)


def _at_end(text: str, language: str) -> tuple[str, str, int] | None:
    """Answer, rule and start of what `decide` finds when a plain commitment ends the text, as most do: nothing can
    come after it."""
    line = text.rfind("\n") + 1
    if text.startswith("A: ", line):
        rule, start = "marker:A", line + 3
    elif text.startswith("#### ", line):
        rule, start = "hash", line + 5
    else:
        return None
    number = text[start:]
    if number.isascii() and number.isdigit() and number[0] != "0" and len(number) <= MAX_DIGITS:
        return number, rule, start
    match = _PLAIN.match(number)
    if not match or language.partition("-")[0] in COMMA_DECIMAL:
        return None
    value = decimal(match[2].replace(",", ""), match[3] or "")
    return match[1] + value if value != "0" else value, rule, start


def explain(text: str, target: Target) -> Iterator[Candidate]:
    """Every commitment that did not decide, with what it lost to."""
    return candidates(BANDS, own_part(set_aside(text).text, target), target)


NUM = TextScorer(
    name="num",
    version=1,
    keys=("acc,num",),
    judge=judge,
    metrics=(mean_metric("acc,num"),),
    rules=describe(BANDS),
    explain=explain,
)
