"""Sentences that decline to answer ("I was not able to find the integral"), so that what they mention is no answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.extraction import Found
from evalution.scorers.target import Target
from evalution.verdict import Span

TAIL = 2_000
"""So many characters from the end are looked at."""

_CANNOT = (
    r"(?:can(?:not|['’]t|\snot)|could\s?n(?:o|['’])t|could\snot|wo(?:n['’]t|uld\snot)|will\snot)(?:\sbe\sable\sto)?"
)
_UNABLE = (
    r"(?:(?:am|are|was|were)\s|['’](?:m|re)\s|have\sbeen\s)(?:simply\s|still\s|currently\s)?(?:unable|not\sable|in\sno\sposition)\sto"
    r"|(?:wasn|weren|aren)['’]t\sable\sto|failed\sto|have\sno\sway\s(?:of|to)|do(?:n['’]t|\snot)\sknow\show\sto"
)
_DO = (
    r"(?:say(?!\s(?:why|how))|tell(?!\s(?:[a-z]{1,12}\s){1,3}apart)|find|determine|solve|compute|calculate|evaluate|answer|give|provide|help|assist|see|view|read"
    r"|access|decide|work\sout|figure\sout|complete|conclude|infer|know|identify|derive|finish|deduce|do\s(?:this|that)"
    r"|finding|solving|telling|knowing)(?![a-z])"
    r"(?!\s(?:more|another|fewer|less|an?\s(?:larger|smaller|better)|any\s(?:other|more|larger|smaller|further))(?![a-z]))"
)
_STRONG = (
    rf"(?<![^\W\d_])(?:i|we)(?:\s(?:really|simply|just|honestly|still|also))?(?:\s{_CANNOT}|\s?{_UNABLE}|\s(?:{_UNABLE}))"
    rf"\s(?:[a-z]{{1,12}}ly\s|even\s)?{_DO}"
    r"|(?<![^\W\d_])(?:not\senough|insufficient|too\slittle)\s(?:information|data|context)"
    r"|(?<![^\W\d_])(?:need|require|without|lacks?|(?:do\snot|don['’]t)\shave|(?:doesn['’]t|does\snot)\s(?:provide|give|contain|include)(?:\sus)?(?:\senough)?)"
    r"\s(?:more|additional|further|enough|sufficient)?\s?(?:information|data|context)(?![a-z])"
    r"|(?<![^\W\d_])(?:problem|question|task|it|this|integral|equation)\s(?:can(?:not|['’]t|\snot)|could\snot)\sbe"
    r"\s(?:solved|answered|determined|computed|evaluated|done)(?!\s(?:by|directly|until|unless|simply)\s)"
    r"|(?<![^\W\d_])(?:it|it['’]s|is|seems)\s(?:is\s|was\s)?(?:impossible|not\spossible)\sto"
    r"\s(?:determine|tell|say|know|answer|solve|compute|calculate|evaluate|give)(?![a-z])"
    r"|(?<![^\W\d_])(?:i|we)\s(?:have\sno\s(?:idea|clue)|give\sup)(?![a-z])"
    r"|(?<![^\W\d_])ich\s(?:weiß|kann|konnte)\s(?:\w{1,20}\s){0,6}?nicht(?![^\W\d_])"
    r"|(?<![^\W\d_])(?:je\sne\s(?:sais|peux|parviens|suis)|on\sne\speut)\spas(?![^\W\d_])"
    r"|(?<![^\W\d_])no\s(?:sé|puedo|pude|es\sposible\s(?:determinar|saber|calcular))(?![^\W\d_])"
    r"|(?<![^\W\d_])não\s(?:sei|posso|consigo|consegui|é\spossível\s(?:determinar|saber|calcular))(?![^\W\d_])"
    r"|(?<![^\W\d_])non\s(?:so|posso|riesco)(?![^\W\d_])"
    r"|(?<![^\W\d_])(?:я\sне\s(?:знаю|могу|смог)|невозможно\s(?:определить|найти|вычислить))(?![^\W\d_])"
    r"|我(?:不知道|不会|无法|不能|没能)|无法(?:确定|计算|求出|回答|解答)|わかりません|分かりません|解けません|求められません"
)
_WEAK = (
    r"(?<![^\W\d_])(?:i|we)(?:\sdo(?:n['’]t|\snot)\s(?:really\s)?know|\s(?:am|are)\s(?:not\s(?:sure|certain)|unsure|uncertain)"
    r"|['’](?:m|re)\s(?:not\s(?:sure|certain)|unsure|uncertain))(?![a-z])"
    r"|(?<![^\W\d_])(?:please|can\syou|could\syou|would\syou)\s(?:please\s|kindly\s)?"
    r"(?:provide|give|share|send|upload|attach|specify|clarify|supply|describe)(?![a-z])"
)
_REFUSAL = re.compile(rf"(?P<strong>{_STRONG})|{_WEAK}", re.IGNORECASE)
_DECLINED = re.compile(
    r"(?:it )?(?:cannot|can['’]?t|can not|could not) be (?:determined|solved|found|computed|known|answered|calculated)"
    r"|(?:i )?(?:do not|don['’]?t) know|n/a|no answer|unknown|not sure"
    r"|(?:not enough|insufficient) (?:information|data|info)"
    r"|unable to (?:determine|solve|answer)|undetermined|indeterminate|not (?:given|known|specified|provided)|tbd|todo"
)
_SENTENCE = re.compile(r"[.!?](?=[\s*_)\"'”]|$)|[。！？]|\n")
_TURN = re.compile(
    r"[,;—–]\s?(?:so|but|however|therefore|thus|hence|then|yet|still|giving)\s|\s(?:but|however)\s|[;—:](?=[^\n]{0,80}=)"
)
_CAUSE = re.compile(r"(?<![^\W\d_])(?:since|because|if|when|whenever|while|unless)\s$", re.IGNORECASE)
_HEDGED = re.compile(r"(?:[,;—–]|\s)\s?(?:but|though|although|however|while)\s|\d|\$", re.IGNORECASE)
_OPENING = re.compile(
    r"[\s*_]{0,4}(?:(?:i['’]?\s?a?m\s)?sorry|unfortunately|apologies|well|hmm)?[,.;:]?\s?", re.IGNORECASE
)
_GIVES = re.compile(r"[\d$\\]")


def find_refusal(text: str, target: Target) -> Iterator[Found]:
    r"""The last sentence that declines, up to a turn in it ("..., but"), where nothing in figures follows it.

    "I'm not sure" and "Could you give me …?" decline only where nothing in figures stands before them.

    >>> [text[f.span.start : f.span.end] for text in ("I can't find the 2 sides.", "I can't factor it, so $x = 5$.")
    ...  for f in find_refusal(text, Target("2"))]
    ["I can't find the 2 sides"]
    """
    refusals = list(_REFUSAL.finditer(text, max(0, len(text) - TAIL)))
    if not refusals:
        return
    last = refusals[-1]
    ended = [mark.end() for mark in _SENTENCE.finditer(text, max(0, last.start() - TAIL), last.start())]
    start = max(ended, default=max(0, last.start() - TAIL))
    before = text[start : last.start()]
    if _CAUSE.search(before) or before.lower().lstrip(" *_(").startswith(("note that", "which we", "in which")):
        return
    if last["strong"] is None and (_HEDGED.search(before) or _GIVES.search(text, max(0, start - TAIL), start)):
        return
    ends = [found.start() for found in (_SENTENCE.search(text, last.end()), _TURN.search(text, last.end())) if found]
    end = min(ends, default=len(text))
    if not _GIVES.search(text, end):
        yield Found((), "refusal", Span(start, end))


def is_declined(words: str) -> bool:
    """Whether words in an answer's place decline to give one; a gold of the same words is still met.

    >>> is_declined("cannot be determined"), is_declined("undefined")
    (True, False)
    """
    return _DECLINED.fullmatch(words) is not None


def declines(text: str, start: int, stop: int) -> bool:
    """Whether the sentence begins with a refusal, after "Sorry" and the like."""
    opening = _OPENING.match(text, start, stop)
    return _REFUSAL.match(text, opening.end() if opening else start, stop) is not None
