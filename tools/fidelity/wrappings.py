"""Thirty ways to wrap a response that commits to a known answer, none of which may change its verdict, and twenty that
must: a table each of the text before and after.

`{x}` stands for the answer and `{o}` for another one, as the family writes them in running text; `{xb}` and `{ob}` as
they stand in a box. The texts are ours.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class Wrapping(Struct, frozen=True):
    """`before + response + after`; `lines` replaces every line break, and `inside` puts the other answer in the place
    of the one that decided."""

    name: str
    before: str = ""
    after: str = ""
    lines: str = "\n"
    inside: bool = False


class Answers(NamedTuple):
    """The right answer and another one, in running text and in a box."""

    x: str
    o: str
    xb: str
    ob: str


KEEP = (
    Wrapping("thinking that guesses", "<think>Could it be {o}? Let me see.</think>\n"),
    Wrapping("thinking that concludes otherwise", "<think>\nSo the answer is {o}.\n</think>\n\n"),
    Wrapping("polite opening", "Sure! Let me work through this step by step.\n\n"),
    Wrapping("heading", "## Solution\n\n"),
    Wrapping("other answer mentioned first", "At first sight {o} looks tempting, but let us see.\n\n"),
    Wrapping("other answer rejected first", "A common mistake is {o}, which is wrong.\n\n"),
    Wrapping("line breaks of Windows", lines="\r\n"),
    Wrapping("blank lines around", "\n\n", "\n \n\n"),
    Wrapping("hope", after="\n\nI hope this helps!"),
    Wrapping("questions welcome", after="\n\nLet me know if you have any questions."),
    Wrapping("trailing question", after="\n\nWould you like me to explain any step in more detail?"),
    Wrapping("thanks", after="\n\nThank you for the interesting problem. Good luck with the rest of your work!"),
    Wrapping("ruled off", after="\n\n---"),
    Wrapping("recap", after="\n\nIn summary, the answer is {x}."),
    Wrapping("recap in bold", after="\n\n**Answer: {x}**"),
    Wrapping("recap as final answer", after="\n\nFinal answer: {x}"),
    Wrapping("recap in a displayed box", after="\n\n\\[\n\\boxed{{{xb}}}\n\\]"),
    Wrapping("recap in a box in the line", after="\n\nThus $\\boxed{{{xb}}}$."),
    Wrapping("recap in a tag", after="\n\n<answer>{x}</answer>"),
    Wrapping("recap in German", after="\n\nDie Antwort lautet {x}."),
    Wrapping("recap in French", after="\n\nLa réponse est {x}."),
    Wrapping("recap in Spanish", after="\n\nRespuesta: {x}"),
    Wrapping("recap in Chinese", after="\n\n答案是{x}。"),
    Wrapping("recap in Arabic", after="\n\nالإجابة: {x}"),
    Wrapping("recap in Japanese", after="\n\n答えは{x}です。"),
    Wrapping("recap in Russian", after="\n\nОтвет: {x}"),
    Wrapping("recap in Hindi", after="\n\nउत्तर: {x}"),
    Wrapping("recap that denies another", after="\n\nThe answer is {x}, not {o}."),
    Wrapping("recap that warns of another", after="\n\nThe answer is {x}. (It would be a mistake to say {o}.)"),
    Wrapping("recap and question", after="\n\n**Final answer:** {x}\n\nI hope this helps! Is there anything else?"),
)

CHANGE = (
    Wrapping("last commitment changed in place", inside=True),
    Wrapping("wait", after="\n\nWait, that is wrong. The answer is {o}."),
    Wrapping("correction", after="\n\nCorrection: the answer is {o}."),
    Wrapping("actually", after="\n\nActually, the answer is {o}."),
    Wrapping("final answer", after="\n\nFinal answer: {o}"),
    Wrapping("in bold", after="\n\n**Answer: {o}**"),
    Wrapping("in a box", after="\n\nSo it is $\\boxed{{{ob}}}$."),
    Wrapping("correct answer", after="\n\nThe correct answer is {o}."),
    Wrapping("in a tag", after="\n\n<answer>{o}</answer>"),
    Wrapping("in German", after="\n\nDie richtige Antwort ist {o}."),
    Wrapping("in French", after="\n\nLa réponse finale est {o}."),
    Wrapping("in Spanish", after="\n\nLa respuesta correcta es {o}."),
    Wrapping("in Chinese", after="\n\n所以答案是{o}。"),
    Wrapping("in Russian", after="\n\nОтвет: {o}"),
    Wrapping("denied for another", after="\n\nThe answer is not {x} but {o}."),
    Wrapping("denied, then another", after="\n\nSo the answer is not {x}. The answer is {o}."),
    Wrapping("two answers", after="\n\nFinal answer: {x} or {o}"),
    Wrapping("both", after="\n\nThe answer is both {x} and {o}."),
    Wrapping("withdrawn", after="\n\nOn second thought, the answer cannot be determined."),
    Wrapping("none", after="\n\nFinal answer: none of these is right."),
)


def wrapped(wrapping: Wrapping, text: str, span: tuple[int, int], answers: Answers) -> str:
    """The response under a wrapping; `span` is where its answer stands.

    >>> wrapped(CHANGE[0], "The answer is (B).", (15, 16), Answers("(B)", "(C)", "B", "C"))
    'The answer is (C).'
    """
    if wrapping.inside:
        text = text[: span[0]] + answers.ob + text[span[1] :]
    named = answers._asdict()
    return f"{wrapping.before.format(**named)}{text}{wrapping.after.format(**named)}".replace("\n", wrapping.lines)
