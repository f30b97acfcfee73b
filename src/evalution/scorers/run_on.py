"""Base models that, having answered, go on with a question of their own."""

from __future__ import annotations

import re

from evalution.scorers.choice_words import RUN_ON

_HEADING = re.compile(
    r"\n[ \t]{0,8}\n[\s#*]{0,8}+(?:" + "|".join(RUN_ON) + r")(?:[ \t]{0,4}\d{1,4})?[ \t]{0,4}\*{0,2}[:：]"
)

_NUMBERED = r"[ \t]{0,4}\d{1,4}[ \t]{0,4}\*{0,2}[:：]"
_IN_TURN = re.compile(r"[\s#*]{0,8}+(?:" + "|".join(RUN_ON) + ")" + _NUMBERED)


def before_run_on(text: str) -> str | None:
    """The text before the first blank line that a heading "Question:" follows, in any of many languages; None where
    there is none, and for a text that answers several questions in turn, "Question 1:" being its first words.

    >>> before_run_on("The answer is (A).\\n\\nQuestion:\\nWhat next?")
    'The answer is (A).'
    >>> before_run_on("Question 1: B\\n\\nQuestion 2: D") is None
    True
    >>> before_run_on("Question: what is asked? Answer: B") is None
    True
    """
    if ":" not in text and "：" not in text:
        return None
    heading = None if _IN_TURN.match(text) else _HEADING.search(text)
    return text[: heading.start()] if heading and text[: heading.start()].strip() else None
