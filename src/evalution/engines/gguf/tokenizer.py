"""The file's own tokenizer, byte-level BPE over its vocabulary and merges, and the join of context and continuation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from evalution.engines.gguf.reader import GgufFile
from evalution.errors import EvalutionError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


class _Words(NamedTuple):
    """How text is cut before merging: the pattern of a word, whether every digit stands alone, and whether a word that
    is in the vocabulary is taken without merging."""

    pattern: str
    digits: bool = False
    whole_words: bool = False


PRETOKENIZERS = {
    "default": _Words(_GPT2),
    "gpt-2": _Words(_GPT2),
    "smollm": _Words(_GPT2, digits=True),
    "llama-bpe": _Words(_LLAMA3, whole_words=True),
    "llama3": _Words(_LLAMA3, whole_words=True),
}
"""By the name under `tokenizer.ggml.pre`. The patterns are those the models were trained with."""

_CONTROL, _USER_DEFINED = 3, 4


class GgufTokenizer:
    """Text to token numbers and back.

    `bos` is put before a prompt once when the file asks for it (`add_bos_token`); `lead` is what stands before an empty
    context, so that its first token has something to follow: BOS where there is one, else EOS.
    """

    def __init__(self, file: GgufFile) -> None:
        get = {key.removeprefix("tokenizer.ggml."): value for key, value in file.metadata.items()}
        self._backend = _backend(file, get)
        bos, eos = get.get("bos_token_id"), get.get("eos_token_id")
        self.bos: int | None = bos if get.get("add_bos_token", get["pre"] in ("llama-bpe", "llama3")) else None
        self.ends = frozenset(i for name in ("eos", "eot", "eom") if (i := get.get(f"{name}_token_id")) is not None)
        self.lead: int | None = bos if bos is not None else eos
        self.names = {name: get["tokens"][i] for name, i in (("bos_token", bos), ("eos_token", eos)) if i is not None}

    def encode(self, text: str) -> list[int]:
        """The tokens of a prompt. BOS is added once, where the file wants one and the text has none of its own."""
        ids: list[int] = self._backend.encode(text, add_special_tokens=False).ids
        return ids if self.bos is None or ids[:1] == [self.bos] else [self.bos, *ids]

    def encode_alone(self, text: str) -> list[int]:
        ids: list[int] = self._backend.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, ids: list[int]) -> str:
        """The text of generated tokens; control tokens have none."""
        text: str = self._backend.decode(ids, skip_special_tokens=True)
        return text


class Join(NamedTuple):
    """A context with one continuation, as tokens: `ids[start:]` are the continuation's own, at least one."""

    ids: list[int]
    start: int
    resplit: bool = False


def join(tokenizer: GgufTokenizer, context: str, continuation: str) -> Join:
    """Tokenised together, split at the last token that the whole shares with the context alone.

    A continuation that would have no token of its own, or no token to follow, is encoded alone and put behind the
    context's tokens (`resplit`). ValueError when it is empty, or nothing can stand before it.
    """
    alone = tokenizer.encode(context)
    whole = tokenizer.encode(context + continuation)
    shared = next(
        (i for i, (a, b) in enumerate(zip(alone, whole, strict=False)) if a != b), min(len(alone), len(whole))
    )
    if 0 < shared < len(whole):
        return Join(whole, shared)
    if not alone and whole and tokenizer.lead is not None:
        return Join([tokenizer.lead, *whole], 1)
    own = tokenizer.encode_alone(continuation)
    if not own or not alone:
        raise ValueError(f"the continuation {continuation!r} has no tokens, or none to follow")
    return Join(alone + own, len(alone), resplit=True)


def _backend(file: GgufFile, get: dict[str, Any]) -> Tokenizer:
    try:
        from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
    except ImportError:
        raise EvalutionError("GGUF models need the package tokenizers: pip install 'evalution[local]'") from None
    if get.get("model") != "gpt2":
        raise EvalutionError(f"{file.path}: tokenizer: byte-level BPE ('gpt2') is read, found {get.get('model')!r}")
    words = PRETOKENIZERS.get(get.setdefault("pre", "default"))
    if words is None:
        known = ", ".join(PRETOKENIZERS)
        raise EvalutionError(f"{file.path}: tokenizer.ggml.pre {get['pre']!r} is not known here, only {known}")
    tokens = get["tokens"]
    merges = [tuple(merge.split(" ", 1)) for merge in get["merges"]]
    backend = Tokenizer(
        models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=merges, ignore_merges=words.whole_words)
    )
    steps: list[Any] = [pre_tokenizers.Digits(individual_digits=True)] if words.digits else []
    steps += [
        pre_tokenizers.Split(Regex(words.pattern), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ]
    backend.pre_tokenizer = pre_tokenizers.Sequence(steps)
    backend.decoder = decoders.ByteLevel()
    kinds = get.get("token_type") or [1] * len(tokens)
    for kind, special in ((_CONTROL, True), (_USER_DEFINED, False)):
        added = [
            AddedToken(t, special=special, normalized=False) for t, k in zip(tokens, kinds, strict=True) if k == kind
        ]
        backend.add_special_tokens(added) if special else backend.add_tokens(added)
    return backend
