"""What a run was asked to do, as `run.json` keeps it, and what may differ when it goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from evalution.errors import EvalutionError
from evalution.runs.folder import read_json
from evalution.sample import Sampling

SCHEMA = 1


class TaskSpec(Struct, frozen=True, kw_only=True):
    """The settings of one benchmark in a run; all of them change what is asked or how it is scored.

    data, shots    "<origin>@<content hash or commit>" of the judged rows and of the solved examples
    form           hash of the prompt's fixed words
    permutations   fraction, limit and strictness of label permutations as JSON; empty when off
    """

    benchmark: str
    version: int
    split: str
    data: str
    subset: tuple[str, ...] = ()
    limit: int | None
    seed: int
    repeats: int
    fewshot: int
    shots: str
    sampler: str = ""
    form: str
    system: str
    chat: bool
    sampling: Sampling
    permutations: str = ""


class RunFile(Struct, frozen=True, kw_only=True):
    """`run.json`. `services` are the ids of the engines by role; `recorded` is compared and never hashed; `observed` is
    what engines found out while they ran, such as parameters that a server refused."""

    schema: int = SCHEMA
    model: str
    services: dict[str, str]
    tasks: dict[str, TaskSpec] = field(default_factory=dict)
    recorded: dict[str, str] = field(default_factory=dict)
    observed: dict[str, str] = field(default_factory=dict)


def service_id(role: str, identity: str) -> str:
    """What journal rows carry: a hash of the role and of everything that can change an answer."""
    return f"{role}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"


def read_run_file(folder: Path) -> RunFile | None:
    """The folder's `run.json`; None when there is none, EvalutionError when it cannot be read."""
    return read_json(folder / "run.json", RunFile, SCHEMA)


def extend(folder: Path, old: RunFile | None, new: RunFile) -> RunFile:
    """The settings of a run that goes on with `new`. A limit may rise, label permutations may come in, and
    tasks may be added; every other difference is an EvalutionError that names each one."""
    if old is None:
        return new
    differences = [
        f"{role}: {_named(old, role)} → {_named(new, role)}"
        for role in new.services
        if old.services.get(role, new.services[role]) != new.services[role]
    ]
    tasks = dict(old.tasks)
    for name, task in new.tasks.items():
        if name in tasks:
            differences += [f"{name}: {line}" for line in _differences(tasks[name], task)]
        tasks[name] = task
    if differences:
        raise EvalutionError(f"{folder}: made with other settings: {'; '.join(differences)}; use another --out")
    return msgspec.structs.replace(new, tasks=tasks, services=old.services | new.services, observed=old.observed)


def changed_records(old: RunFile, new: RunFile) -> list[str]:
    """Recorded facts (versions, kernels) that are not as they were when the run began."""
    return [
        f"{name}: {value} → {new.recorded.get(name, 'absent')}"
        for name, value in old.recorded.items()
        if new.recorded.get(name) != value
    ]


def _named(settings: RunFile, role: str) -> str:
    return f"{settings.model} ({settings.services[role]})" if role == "model" else settings.services[role]


def _differences(old: TaskSpec, new: TaskSpec) -> list[str]:
    before: Mapping[str, Any] = msgspec.structs.asdict(old)
    after: Mapping[str, Any] = msgspec.structs.asdict(new)
    return [
        f"{name}: {_shown(value)} → {_shown(after[name])}"
        for name, value in before.items()
        if value != after[name] and not _extends(name, value, after[name])
    ]


def _extends(name: str, old: Any, new: Any) -> bool:
    if name == "limit":
        return new is None or (old is not None and new >= old)
    return name == "permutations" and not old


def _shown(value: Any) -> str:
    if isinstance(value, Sampling):
        return ", ".join(f"{k}={v!r}" for k, v in msgspec.structs.asdict(value).items())
    return "all" if value is None else str(value)
