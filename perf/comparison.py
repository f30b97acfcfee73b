"""The same 200 responses through the letter, number and mathematics rules of several packages: `docs/comparison.md`.

    python perf/comparison.py [--environments FOLDER] [PACKAGE ...]

Makes one virtual environment a package under FOLDER (default: in the system's temporary folder; what stands there is
used again), runs `perf/comparison/<package>_rules.py` in it, keeps the outcomes in `perf/comparison/outcomes.json` and
writes the page. With names (`evalution lm_eval`) only those packages run; the others keep the outcomes of their last
run on the same responses. Evalution is the one that runs this script. An adapter calls a package's public interface:
rows in on stdin, one outcome a rule and row out. A package that cannot be installed or run stands on the page with the
last line of the error.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "perf/comparison"
ROWS = FOLDER / "responses.jsonl"
OUTCOMES = FOLDER / "outcomes.json"
PAGE = ROOT / "docs/comparison.md"
FAMILIES = {"letter": "letters", "number": "numbers", "math": "mathematics"}
LETTERS = {"right": "R", "wrong": "W", "no_answer": "N", "ambiguous": "A"}
OUTCOME_OF = {letter: outcome for outcome, letter in LETTERS.items()}
SECONDS = {"install": 1800, "run": 900}
VERSIONS = (
    "import sys; from importlib.metadata import version; print(*(n + ' ' + version(n) for n in sys.argv[1:]), sep=', ')"
)

Row = dict[str, Any]


class Package(NamedTuple):
    """What is installed, in order, and whose versions are printed."""

    installs: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...]


PACKAGES = {
    "evalution": Package((), ("evalution",)),
    "inspect": Package(
        (("inspect-ai==0.3.285", "latex2sympy2-extended[antlr4_13_2]==1.11.0"),),
        ("inspect-ai", "latex2sympy2-extended", "antlr4-python3-runtime"),
    ),
    "lighteval": Package(
        (("torch==2.13.0",), ("lighteval==0.13.0",)), ("lighteval", "latex2sympy2-extended", "antlr4-python3-runtime")
    ),
    "lm_eval": Package(
        (("lm_eval[math]==0.4.13",),), ("lm_eval", "math-verify", "latex2sympy2-extended", "antlr4-python3-runtime")
    ),
    "math_verify": Package(
        (("math-verify[antlr4_13_2]==0.9.0",),), ("math-verify", "latex2sympy2-extended", "antlr4-python3-runtime")
    ),
}


def environment(name: str, folder: Path) -> Path:
    """The interpreter of a package's environment, made if it is not there; ours where nothing is to be installed."""
    if not PACKAGES[name].installs:
        return Path(sys.executable)
    home = folder / name
    done = home / "installed"
    python = home / "bin/python"
    if not done.exists():
        venv.create(home, with_pip=True)
        for requirements in PACKAGES[name].installs:
            command(python, "-m", "pip", "install", "--quiet", *requirements, seconds=SECONDS["install"])
        done.touch()
    return python


def command(*parts: str | Path, seconds: int, stdin: str = "") -> str:
    """What a command prints; RuntimeError with the last line of its errors."""
    try:
        done = subprocess.run(list(map(str, parts)), input=stdin, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"more than {seconds} seconds") from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise RuntimeError(lines[-1] if lines else f"exit code {done.returncode}")
    return done.stdout


def run(name: str, folder: Path, rows: str) -> dict[str, Any]:
    """A package's versions and its outcomes by family and rule, a letter a row; or why there are none."""
    try:
        python = environment(name, folder)
        versions = command(python, "-c", VERSIONS, *PACKAGES[name].shown, seconds=60).strip()
        lines = command(python, FOLDER / f"{name}_rules.py", seconds=SECONDS["run"], stdin=rows).splitlines()
    except RuntimeError as error:
        return {"error": str(error)}
    outcomes: dict[str, dict[str, str]] = {family: {} for family in FAMILIES}
    for said in map(json.loads, lines):
        of_family = outcomes[said["id"].partition("-")[0]]
        of_family[said["rule"]] = of_family.get(said["rule"], "") + LETTERS[said["outcome"]]
    return {"versions": versions, "outcomes": outcomes}


def cells(outcomes: str, rows: list[Row]) -> list[str]:
    """One line's figures: the rows that are not debatable, then those that are."""
    pairs = list(zip(rows, (OUTCOME_OF[letter] for letter in outcomes), strict=True))
    count = Counter((row["meant"], outcome) for row, outcome in pairs if "debatable" not in row)
    of = Counter(row["meant"] for row in rows if "debatable" not in row)
    credited = {meant: count[meant, "right"] for meant in of}
    doubtful = [row["meant"] == outcome for row, outcome in pairs if "debatable" in row]

    def share(figure: int, meant: str) -> str:
        return f"{figure} of {of[meant]}"

    return [
        f"{sum(count[meant, meant] for meant in of)} of {of.total()}",
        f"{credited['right'] + sum(of[meant] - credited[meant] for meant in of if meant != 'right')} of {of.total()}",
        share(of["right"] - credited["right"], "right"),
        *(share(credited[meant], meant) for meant in ("wrong", "no_answer", "ambiguous")),
        *(share(of[meant] - count[meant, meant], meant) for meant in ("no_answer", "ambiguous")),
        f"{sum(doubtful)} of {len(doubtful)}",
    ]


HEADER = [
    "family",
    "package",
    "rule",
    "meant outcome",
    "meant credit",
    "refuses meant right",
    "credits meant wrong",
    "credits no answer",
    "credits ambiguous",
    "no answer not told apart",
    "ambiguous not told apart",
    "debatable: meant outcome",
]


def table(header: list[str], lines: list[list[str]]) -> str:
    """A Markdown table."""
    rows = [header, ["---"] * len(header), *lines]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in rows)


def results(kept: dict[str, dict[str, Any]], rows: list[Row]) -> str:
    """The one table: a line for each family, package and rule."""
    lines = []
    for family, title in FAMILIES.items():
        of_family = [row for row in rows if row["family"] == family]
        for name, entry in sorted(kept.items()):
            if "error" in entry:
                lines.append([title, name, "not run: " + entry["error"], *["-"] * (len(HEADER) - 3)])
                continue
            for rule, outcomes in sorted(entry["outcomes"][family].items()):
                lines.append([title, name, f"`{rule}`", *cells(outcomes, of_family)])
    return table(HEADER, lines)


def corpus(rows: list[Row]) -> str:
    """How many rows are meant how."""
    lines = []
    for family, title in FAMILIES.items():
        count = Counter((row["meant"], "debatable" in row) for row in rows if row["family"] == family)
        lines.append([title, *(f"{count[m, False]} + {count[m, True]}" for m in LETTERS), str(sum(count.values()))])
    return table(["family", "right", "wrong", "no answer", "ambiguous", "rows"], lines)


def departures(kept: dict[str, dict[str, Any]], rows: list[Row]) -> str:
    """The rows on which this package's outcome is not the meant one."""
    lines = []
    for family in FAMILIES:
        for outcomes in kept.get("evalution", {}).get("outcomes", {}).get(family, {}).values():
            of_family = [row for row in rows if row["family"] == family]
            for row, letter in zip(of_family, outcomes, strict=True):
                if letter != LETTERS[row["meant"]]:
                    text = "`` " + row["response"].replace("\n", " ") + " ``"
                    lines.append([row["id"], text, row["meant"], OUTCOME_OF[letter], row.get("debatable", "")])
    return table(["row", "response", "meant", "outcome", "debatable"], lines)


def page(kept: dict[str, dict[str, Any]], rows: list[Row]) -> str:
    """`docs/comparison.md`: the template with the tables in their places."""
    versions = [
        [name, entry.get("versions", "not run: " + entry.get("error", ""))] for name, entry in sorted(kept.items())
    ]
    text = (FOLDER / "page.md").read_text("utf-8")
    for mark, part in {
        "CORPUS": corpus(rows),
        "RESULTS": results(kept, rows),
        "VERSIONS": table(["environment", "versions"], versions),
        "DEPARTURES": departures(kept, rows),
    }.items():
        text = text.replace(f"<{mark}>\n", part)
    return text


def main() -> None:
    """Run what is asked for, keep the outcomes, write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=", ".join(PACKAGES))
    parser.add_argument("--environments", type=Path, default=Path(tempfile.gettempdir()) / "evalution-comparison")
    options = parser.parse_args()
    unknown = set(options.packages) - set(PACKAGES)
    if unknown:
        parser.error(f"PACKAGE: expected some of {', '.join(PACKAGES)}, found {', '.join(sorted(unknown))}")
    text = ROWS.read_text("utf-8")
    mark = hashlib.sha256(text.encode()).hexdigest()
    saved = json.loads(OUTCOMES.read_text("utf-8")) if OUTCOMES.exists() else {}
    kept = saved["packages"] if saved.get("responses") == mark else {}
    for name in options.packages or PACKAGES:
        print(f"{name} ...", file=sys.stderr, flush=True)
        kept[name] = run(name, options.environments, text)
    for name in PACKAGES.keys() - kept.keys():
        kept[name] = {"error": "no outcomes on these responses yet"}
    OUTCOMES.write_text(json.dumps({"responses": mark, "packages": kept}, indent=1, sort_keys=True) + "\n", "utf-8")
    PAGE.write_text(page(kept, [json.loads(line) for line in text.splitlines()]), "utf-8")


if __name__ == "__main__":
    main()
