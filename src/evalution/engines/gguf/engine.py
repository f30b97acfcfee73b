"""The engine for a GGUF file: what it is, what it takes, and how a request becomes tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import numpy as np

from evalution.engines.engine import Capability
from evalution.engines.gguf.batch import Batch
from evalution.engines.gguf.forward import NARROW, Product, hidden, narrow, wide
from evalution.engines.gguf.generation import Generation
from evalution.engines.gguf.job import Job
from evalution.engines.gguf.kernels import blas, one_thread
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.reader import read_gguf
from evalution.engines.gguf.rows import row_rule
from evalution.engines.gguf.schedule import Schedule
from evalution.engines.gguf.scoring import scoring
from evalution.engines.gguf.template import ChatTemplate
from evalution.engines.gguf.tokenizer import GgufTokenizer
from evalution.engines.gguf.weights import load_weights, stored_formats
from evalution.request import Failure, Generate, Loglikelihood, Prompt, Request, Response


class GgufEngine:
    """A Llama-architecture GGUF file, dequantised to fp32, on one thread of the processor.

    `identity` holds the file's SHA-256. EvalutionError in one line when the file cannot be run as it is meant.
    """

    def __init__(self, path: Path) -> None:
        file = read_gguf(path)
        self.tokenizer = GgufTokenizer(file)
        source = file.metadata.get("tokenizer.chat_template")
        self.template = ChatTemplate(source, self.tokenizer.names) if source else None
        self.weights = load_weights(file)
        layer = self.weights.layers[0]
        with one_thread():
            matrices = (layer.qkv, layer.out, layer.gate, layer.down, self.weights.head[:1024])
            self._rule = row_rule(wide, matrices)
        name = str(file.metadata.get("general.name", path.stem))
        template = self.template.digest if self.template else "none"
        digest = hashlib.sha256(file.data).hexdigest()
        self._identity = f"{name}|sha256:{digest}|fp32|{stored_formats(file)}|template:{template}"
        chat: tuple[Capability, ...] = ("chat",) if self.template else ()
        self._capabilities = frozenset[Capability](("generate", "loglikelihood", *chat))

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        return self._capabilities

    def describe(self) -> Mapping[str, str]:
        return {
            "numpy": np.__version__,
            "tokenizers": version("tokenizers"),
            "blas": blas().name,
            "dtype": "fp32",
            "packing": self._rule.packing,
        }

    def run(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Response | Failure]]:
        return Schedule(self.weights, self._rule, self.prepare, self.forward).answers(iter(requests))

    def prepare(self, request: Request) -> Job | Failure:
        """Tokenises a request; what it asks for that cannot be done is said here, before anything runs."""
        try:
            if isinstance(request, Loglikelihood):
                return self._fits(Job(scoring(request, self.text(request.context), self.tokenizer)))
            if isinstance(request, Generate) and request.max_tokens < 1:
                return Failure(f"max_tokens: expected at least 1, found {request.max_tokens}")
            if isinstance(request, Generate):
                prompt = self.tokenizer.encode(self.text(request.prompt))
                if not prompt and self.tokenizer.lead is not None:
                    prompt = [self.tokenizer.lead]
                return self._fits(Job(Generation(request, prompt, self.tokenizer, self.weights.shape.context)))
        except ValueError as error:
            return Failure(str(error))
        return Failure(f"this engine generates and scores text, and cannot answer {type(request).__name__}")

    def text(self, prompt: Prompt) -> str:
        if isinstance(prompt, str):
            return prompt
        if self.template is None:
            raise ValueError("the model's file has no chat template, so it takes no messages")
        return self.template.render(prompt)

    def _fits(self, job: Job) -> Job | Failure:
        limit = self.weights.shape.context
        if job.longest > limit:
            return Failure(f"the prompt has {job.longest} tokens; this model's context is {limit}")
        return job

    def forward(self, batch: Batch, product: Product) -> tuple[Floats, dict[int, int]]:
        """One pass. Generated tokens always fill NARROW rows, and see their own path: zeros stand only behind."""
        rule = self._rule._replace(least=NARROW, kinds=(0,), gaps=True) if product is narrow else self._rule
        return hidden(self.weights, batch, product, rule)
