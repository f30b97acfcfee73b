"""lm-eval's filters and metrics, as the installed package's own task files configure them. Rows in, outcomes out."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import lm_eval
import yaml
from lm_eval.api.instance import Instance
from lm_eval.api.registry import get_metric
from lm_eval.filters import build_filter_ensemble

TASKS = Path(lm_eval.__file__).parent / "tasks"
NOTHING = ("", "[invalid]")

# family, task, task file, filters by name, the target's form
FILTERED = [
    ("letter", "mmlu_generative", "mmlu/generative/_default_template_yaml", ["get_response"], "{}"),
    (
        "letter",
        "mmlu_flan_cot_zeroshot",
        "mmlu/flan_cot_zeroshot/_mmlu_flan_cot_zeroshot_template_yaml",
        ["strict-match", "flexible-extract"],
        "({})",
    ),
    ("letter", "mmlu_pro", "mmlu_pro/_default_template_yaml", ["custom-extract"], "{}"),
    ("number", "gsm8k", "gsm8k/gsm8k.yaml", ["strict-match", "flexible-extract"], "{}"),
    ("number", "gsm8k_cot", "gsm8k/gsm8k-cot.yaml", ["strict-match", "flexible-extract"], "{}"),
]
COMPUTED = [
    ("hendrycks_math", "hendrycks_math/utils.py", ["exact_match"]),
    ("minerva_math", "minerva_math/utils.py", ["exact_match", "math_verify"]),
]


def task_file(path: str) -> dict[str, Any]:
    """A task's settings; references to its Python functions are not needed and stay unresolved."""
    loader = type("Loader", (yaml.SafeLoader,), {})
    loader.add_constructor("!function", lambda _, node: str(node.value))
    return dict(yaml.load((TASKS / path).read_text("utf-8"), loader))


def filtered(settings: dict[str, Any], name: str, response: str, options: list[str]) -> str:
    """What one named filter pipeline of a task leaves of a response."""
    steps = next(entry["filter"] for entry in settings["filter_list"] if entry["name"] == name)
    parts = [(step["function"], {key: value for key, value in step.items() if key != "function"}) for step in steps]
    instance = Instance(request_type="generate_until", doc={"choices": options}, arguments=("", {}), idx=0)
    instance.resps = [response]
    build_filter_ensemble(name, parts).apply([instance])
    return str(instance.filtered_resps[name])


def matches(settings: dict[str, Any], found: str, target: str) -> bool:
    """The task's exact match."""
    metric = settings["metric_list"][0]
    options = {k: v for k, v in metric.items() if k not in ("metric", "aggregation", "higher_is_better")}
    return bool(get_metric(metric["metric"])(predictions=[found], references=[target], **options)["exact_match"])


def module(path: str) -> ModuleType:
    """A task's Python file."""
    spec = importlib.util.spec_from_file_location(path.replace("/", "_").removesuffix(".py"), TASKS / path)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def say(rule: str, row: dict[str, Any], right: bool, found: bool) -> None:
    outcome = "right" if right else "wrong" if found else "no_answer"
    print(json.dumps({"rule": rule, "id": row["id"], "outcome": outcome}))


def main() -> None:
    rows = [json.loads(line) for line in sys.stdin]
    for family, task, path, names, form in FILTERED:
        settings = task_file(path)
        for name in names:
            for row in (row for row in rows if row["family"] == family):
                found = filtered(settings, name, row["response"], row.get("options", []))
                right = matches(settings, found, form.format(row["gold"]))
                say(f"{task}, {name}", row, right, found not in NOTHING)
    for task, path, keys in COMPUTED:
        functions = module(path)
        for row in (row for row in rows if row["family"] == "math"):
            solution = f"The answer is $\\boxed{{{row['gold']}}}$."
            answer = row["gold"]
            if hasattr(functions, "normalize_final_answer"):
                answer = functions.normalize_final_answer(answer)
            scores = functions.process_results({"solution": solution, "answer": answer}, [row["response"]])
            for key in keys:
                say(f"{task}, {key}", row, bool(scores[key]), True)


if __name__ == "__main__":
    main()
