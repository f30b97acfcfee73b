"""A benchmark made ready to run: rows loaded and checked, scorers chosen, settings settled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from evalution import registry
from evalution.benchmarks.benchmark import Asking, Benchmark, Item, make_sample
from evalution.benchmarks.template import PromptTemplate
from evalution.datasets.locate import DataFlag, Loaded, load_items
from evalution.datasets.select import SAMPLERS, limited, ordered, selected, shots_for
from evalution.errors import EvalutionError
from evalution.prompt import render
from evalution.runs.golds import unreadable_golds
from evalution.runs.options import Options
from evalution.runs.plan import Capabilities, able, permutations_of, plan_of, scorers_of
from evalution.runs.spec import TaskSpec
from evalution.sample import Sample, Sampling
from evalution.scorers.scorer import Metric, Ordering, Scorer


class Task(Struct, frozen=True):
    """A benchmark in a run.

    metrics     the keys that can be computed; `left_out` a line for each that cannot
    items       all rows; `indices` are those that are asked, in the order of asking
    pool        where solved examples are taken from
    unreadable  a line for each gold that a scorer cannot read
    """

    spec: TaskSpec
    benchmark: Benchmark
    metrics: tuple[tuple[Scorer, Metric], ...]
    left_out: tuple[str, ...]
    items: list[Item]
    indices: list[int]
    pool: list[Item]
    template: PromptTemplate | None = None
    unreadable: tuple[str, ...] = ()

    @property
    def scorers(self) -> tuple[Scorer, ...]:
        """Those with a metric that can be computed."""
        return tuple(dict.fromkeys(scorer for scorer, _ in self.metrics))

    @property
    def plan(self) -> str:
        """The scorers by name and version: records made under another plan are judged again."""
        return plan_of(self.scorers)

    @property
    def trials(self) -> int:
        """How many trials the task has."""
        return len(self.indices) * self.spec.repeats

    def samples(self) -> Iterator[Sample]:
        """Every trial in the order of asking, made when it is needed."""
        for index in self.indices:
            for repeat in range(self.spec.repeats):
                yield self._sample(index, repeat)

    def _sample(self, index: int, repeat: int) -> Sample:
        item = self.items[index]
        sample = _sample(self.spec, self.benchmark, item, index, repeat, self.pool)
        if self.template is None:
            return sample
        orderings = [scorer for scorer in self.scorers if isinstance(scorer, Ordering)]
        return self.template.apply(sample, [o for s in orderings for o in s.orders(len(item.choices))])


def prepare(name: str, options: Options, flags: Sequence[DataFlag], capabilities: Capabilities) -> Task:
    """Load and check everything a benchmark needs before the first request is asked.

    EvalutionError, in one line, for settings that cannot be met: a headline key whose service is absent,
    repeats of a prompt at temperature 0, examples that are not there.
    """
    benchmark = _declared(name, options)
    loaded = load_items(benchmark, benchmark.source.split, flags, bundled=options.bundled, subset=options.subset)
    pool = _pool(benchmark, options, flags)
    template = PromptTemplate(Path(options.prompt)) if options.prompt else None
    form = template.digest if template else ""
    spec = _spec(benchmark, options, loaded, pool, form, chat=_chat(benchmark, options, capabilities))
    metrics, left_out = able(benchmark, spec, capabilities)
    rows = selected(benchmark, loaded.items, spec.subset)
    chosen = limited(loaded.items, rows, spec.limit, benchmark.strata, spec.seed, benchmark.whole)
    items = pool.items if pool else []

    def length(index: int) -> int:
        return _prompt_length(_sample(spec, benchmark, loaded.items[index], index, 0, items))

    indices = ordered(chosen, options.order, options.seed, length)
    scorers = tuple(dict.fromkeys(scorer for scorer, _ in metrics))
    unreadable = unreadable_golds(scorers, [(i, loaded.items[i]) for i in chosen])
    task = Task(spec, benchmark, metrics, left_out, loaded.items, indices, items, template, unreadable)
    next(task.samples(), None)  # a template that names what is not there is told before anything is asked
    return task


def _declared(name: str, options: Options) -> Benchmark:
    benchmark: Benchmark = registry.load("benchmarks", name)
    if options.sampler is None:
        return benchmark
    if options.sampler not in SAMPLERS:
        raise EvalutionError(registry.unknown("sampler", options.sampler, list(SAMPLERS)))
    return msgspec.structs.replace(benchmark, sampler=options.sampler)


def _sample(spec: TaskSpec, benchmark: Benchmark, item: Item, index: int, repeat: int, pool: Sequence[Item]) -> Sample:
    shots = shots_for(benchmark, item, pool, spec.fewshot, spec.seed) if spec.fewshot else ()
    asking = Asking(spec.sampling, spec.seed, spec.system, spec.chat)
    return make_sample(benchmark, item, index, asking, repeat=repeat, shots=shots)


def _prompt_length(sample: Sample) -> int:
    prompt = render(sample)
    return len(prompt) if isinstance(prompt, str) else sum(len(message.content) for message in prompt)


def _pool(benchmark: Benchmark, options: Options, flags: Sequence[DataFlag]) -> Loaded | None:
    count = benchmark.fewshot if options.fewshot is None else options.fewshot
    if count < 0:
        raise EvalutionError(f"--fewshot: expected 0 or more, found {count}")
    if count == 0:
        return None
    split = benchmark.source.train
    if split is None:
        raise EvalutionError(
            f"{benchmark.name}: --fewshot {count}: the data set has no split for examples; give --fewshot 0"
        )
    return load_items(benchmark, split, flags, bundled=options.bundled)


def _chat(benchmark: Benchmark, options: Options, capabilities: Capabilities) -> bool:
    able = "chat" in capabilities["model"]
    if options.chat and not able:
        raise EvalutionError("--chat: the model has no chat template")
    return able and (benchmark.chat if options.chat is None else options.chat)


def _spec(
    benchmark: Benchmark, options: Options, loaded: Loaded, pool: Loaded | None, template: str, *, chat: bool
) -> TaskSpec:
    generates = any(what == "generate" for scorer in scorers_of(benchmark, "") for _, what in scorer.needs)
    sampling = _sampling(benchmark.sampling, options) if generates else benchmark.sampling
    repeats = benchmark.repeats if options.repeats is None else options.repeats
    for flag, value in (("repeats", repeats), ("limit", options.limit)):
        if value is not None and value < 1:
            raise EvalutionError(f"--{flag}: expected 1 or more, found {value}")
    if repeats > 1 and sampling.temperature == 0.0:
        raise EvalutionError(
            f"--repeats {repeats}: repeats of one prompt at temperature 0 are one answer; add --temperature"
        )
    words = (benchmark.form, options.system, template, *([benchmark.forms] if benchmark.forms else []))
    form = hashlib.sha256(msgspec.json.encode(words)).hexdigest()[:8]
    return TaskSpec(
        benchmark=benchmark.name,
        version=benchmark.version,
        split=benchmark.source.split,
        data=f"{loaded.origin}@{loaded.version}",
        subset=options.subset,
        limit=options.limit,
        seed=options.seed,
        repeats=repeats,
        fewshot=benchmark.fewshot if options.fewshot is None else options.fewshot,
        shots=f"{pool.origin}@{pool.version}" if pool else "",
        sampler=benchmark.sampler if pool else "",
        form=form,
        system=options.system,
        chat=chat,
        sampling=sampling,
        permutations=permutations_of(benchmark, options, loaded.items),
    )


def _sampling(own: Sampling, options: Options) -> Sampling:
    given = {
        name: value
        for name in ("max_tokens", "stop", "temperature", "top_p")
        if (value := getattr(options, name)) is not None
    }
    sampling = msgspec.structs.replace(own, **given)
    checks = (
        ("max-tokens", sampling.max_tokens, sampling.max_tokens >= 1, "1 or more"),
        ("temperature", sampling.temperature, sampling.temperature >= 0, "0 or more"),
        ("top-p", sampling.top_p, 0 < sampling.top_p <= 1, "above 0, up to 1"),
    )
    for flag, value, right, expected in checks:
        if not right:
            raise EvalutionError(f"--{flag}: expected {expected}, found {value}")
    return sampling
