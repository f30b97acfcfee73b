"""Makes the reference numbers for the embedded engine with transformers, fp32, on the same dequantised weights.

    python tests/reference/transformers_smollm2.py MODEL.gguf ARC-Easy_test.jsonl.gz

Wants torch, transformers, gguf and tokenizers; shares no code with the engine. Writes into `tests/data`
`smollm2_arc_easy.json` (summed log-probabilities of each choice, each choice run alone) and `smollm2_greedy.json` (32
greedy tokens of each chat prompt, with the margin between the top two logits at each). Numbers, ids and hashes; no
question's text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from pathlib import Path

import torch
import transformers
from gguf import GGUFReader
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

DATA = Path(__file__).resolve().parents[1] / "data"
QUESTIONS, TOKENS = 200, 32


def load_tokenizer(path: Path) -> tuple[Tokenizer, str]:
    fields = GGUFReader(path).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    merges = [tuple(merge.split(" ")) for merge in fields["tokenizer.ggml.merges"].contents()]
    tokenizer = Tokenizer(models.BPE(vocab={t: i for i, t in enumerate(tokens)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    kinds = fields["tokenizer.ggml.token_type"].contents()
    special = [AddedToken(t, special=True, normalized=False) for t, k in zip(tokens, kinds, strict=True) if k == 3]
    tokenizer.add_special_tokens(special)
    return tokenizer, fields["tokenizer.chat_template"].contents()


@torch.inference_mode()
def score(model: torch.nn.Module, tokenizer: Tokenizer, context: str, choice: str) -> float:
    start, ids = len(tokenizer.encode(context).ids), tokenizer.encode(context + choice).ids
    assert tokenizer.encode(context).ids == ids[:start]
    logits = model(torch.tensor([ids])).logits[0].double()
    logprobs = torch.log_softmax(logits, -1)
    return sum(logprobs[i - 1, ids[i]].item() for i in range(start, len(ids)))


@torch.inference_mode()
def greedy(model: torch.nn.Module, ids: list[int]) -> tuple[list[int], list[float]]:
    new, margins = [], []
    cache, step = None, torch.tensor([ids])
    while len(new) < TOKENS and (not new or new[-1] != 2):
        out = model(step, past_key_values=cache, use_cache=True)
        cache = out.past_key_values
        top = out.logits[0, -1].topk(2)
        new.append(int(top.indices[0]))
        margins.append(round(float(top.values[0] - top.values[1]), 6))
        step = torch.tensor([new[-1:]])
    return new, margins


def main() -> None:
    path, questions = Path(sys.argv[1]), Path(sys.argv[2])
    torch.set_num_threads(1)
    tokenizer, template = load_tokenizer(path)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        path.parent, gguf_file=path.name, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    made_by = {
        "model_sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "torch": torch.__version__,
        "transformers": transformers.__version__,
    }
    conversations = []
    for prompt in json.loads((DATA / "smollm2_prompts.json").read_text()):
        from jinja2 import Environment

        text = (
            Environment()
            .from_string(template)
            .render(messages=[{"role": "user", "content": prompt}], add_generation_prompt=True)
        )
        tokens, margins = greedy(model, tokenizer.encode(text).ids)
        conversations.append({"tokens": tokens, "margins": margins})
        print(repr(tokenizer.decode(tokens)), file=sys.stderr)
    (DATA / "smollm2_greedy.json").write_text(json.dumps({"made_by": made_by, "prompts": conversations}) + "\n")
    with gzip.open(questions, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for _, line in zip(range(QUESTIONS), lines, strict=False)]
    scored = []
    for row in rows:
        context = f"Question: {row['question']}\nAnswer:"
        choices = [f" {text}" for text in row["choices"]["text"]]
        digest = hashlib.sha256("\x00".join([context, *choices]).encode()).hexdigest()[:16]
        values = [round(score(model, tokenizer, context, choice), 6) for choice in choices]
        scored.append({"id": row["id"], "prompt": digest, "logprobs": values})
    (DATA / "smollm2_arc_easy.json").write_text(json.dumps({"made_by": made_by, "questions": scored}) + "\n")


if __name__ == "__main__":
    main()
