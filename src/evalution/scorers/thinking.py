"""Thinking is set aside before any rule reads a response, and is never scored unless asked.

Read as thinking: `<think>…</think>` and its kin (thinking, thought, reasoning, scratchpad; also `◁think▷`,
`[THINK]` and `<|START_THINKING|>`), and every channel but `final` of `<|channel|>NAME<|message|>…`, also
in the form that is left when special tokens were dropped (`analysis…assistantfinal…`). A block that is
never closed runs to the end. A closing tag before any opening one ends a block that began with the
response, because chat templates open it in the prompt.

Formats: the chat templates of DeepSeek-R1, QwQ, Kimi, Magistral, Command A and Seed-OSS; OpenAI's harmony
response format.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TAG = re.compile(
    r"[<◁](?P<close>/)?(?:\w{1,8}:)?(?:think(?:ing)?|thoughts?|reasoning|scratchpad)[>▷]"
    r"|\[(?P<close_b>/)?THINK\]"
    r"|<\|(?:begin|start|(?P<close_t>end))_(?:of_)?(?:thinking|thought)\|>"
    r"|<\|channel\|>(?P<channel>\w{0,32})(?:[^<\n]{0,64}<\|message\|>)?"
    r"|(?P<token><\|(?:end|return|call|start)\|>(?:assistant)?)",
    re.IGNORECASE,
)
_ANGLE = re.compile(r"<[/|a-zA-Z]")
_HINTS = ("think", "hinking", "hought", "easoning", "cratchpad", "THINK", "<|channel|>")
_BARE_FINAL = "assistantfinal"


class Visible(NamedTuple):
    """A response with its thinking blanked by spaces: same length, so spans hold in the original.

    `note` says what was set aside, `None` when nothing was.
    """

    text: str
    note: str | None


def set_aside(text: str) -> Visible:
    """Blank the thinking of a response, and the tags around it.

    >>> set_aside("<think>2?</think>4")
    Visible(text='                 4', note='thinking set aside')
    >>> set_aside("<think>maybe 4").note
    'thinking set aside (never closed)'
    >>> set_aside("I think it is 4")
    Visible(text='I think it is 4', note=None)
    """
    return _blank_tags(text) if may_think(text) else Visible(text, None)


def may_carry_tags(text: str) -> bool:
    """The quickest look: `False` means that there is neither thinking nor any token of a chat template."""
    return _ANGLE.search(text) is not None or "[" in text or "◁" in text or _bare_channels(text)


def may_think(text: str) -> bool:
    """A quick look: `False` means that `set_aside` would set nothing aside.

    >>> may_think("<<16-3=13>>13")
    False
    """
    if (_ANGLE.search(text) or "[" in text or "◁" in text) and any(hint in text for hint in _HINTS):
        return True
    return _bare_channels(text)


def _bare_channels(text: str) -> bool:
    return (text.startswith("analysis") or text[:1].isspace()) and _BARE_FINAL in text


def _blank_tags(text: str) -> Visible:
    parts: list[str] = []
    here, open_kind, seen = 0, "", False
    for tag in _TAG.finditer(text):
        kind, closes = _read(tag)
        if kind == "channel" and not (seen or "channel" in tag[0]):
            continue
        before_any = closes and not seen and kind == "tag"
        parts.append(" " * (tag.start() - here) if open_kind or before_any else text[here : tag.start()])
        parts.append(" " * len(tag[0]))
        here, seen = tag.end(), True
        if not closes:
            open_kind = open_kind or kind
        elif kind == open_kind:
            open_kind = ""
    if not seen:
        return _blank_bare_channels(text)
    parts.append(" " * (len(text) - here) if open_kind else text[here:])
    return Visible("".join(parts), "thinking set aside (never closed)" if open_kind else "thinking set aside")


def _read(tag: re.Match[str]) -> tuple[str, bool]:
    """What kind of thinking a tag belongs to, and whether it ends it."""
    if tag["token"] is not None:
        return "channel", True
    if tag["channel"] is not None:
        return "channel", tag["channel"].lower() == "final"
    return "tag", bool(tag["close"] or tag["close_b"] or tag["close_t"])


def _blank_bare_channels(text: str) -> Visible:
    if _BARE_FINAL not in text or not text.lstrip().startswith("analysis"):
        return Visible(text, None)
    end = text.index(_BARE_FINAL) + len(_BARE_FINAL)
    return Visible(" " * end + text[end:], "thinking set aside")
