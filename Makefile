# Everything runs in .venv, made from pyproject.toml alone. PYTHON names the interpreter to make it with.
PYTHON ?= python3
PY := .venv/bin/python
RUN := runs/demo

.PHONY: demo test lint slow docs golden fidelity clean

demo: .venv/demo
	.venv/bin/evalution run arc_easy gsm8k --sample --model smollm2 --out $(RUN)

test: .venv/test
	$(PY) -m pytest -q

lint: .venv/test
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	.venv/bin/lint-imports

slow: .venv/test
	$(PY) -m pytest -q -m "slow or not slow"

docs: .venv/test
	.venv/bin/evalution describe --all > docs/benchmarks.md

golden: .venv/test
	$(PY) tests/golden_cases.py

fidelity: .venv/test
	PYTHONPATH=tools:tests $(PY) -m fidelity

.venv/python:
	$(PYTHON) -m venv .venv
	touch $@

.venv/demo: pyproject.toml | .venv/python
	$(PY) -m pip install -q -e '.[local]'
	touch $@

.venv/test: pyproject.toml | .venv/python
	$(PY) -m pip install -q -e '.[local,files,test,lint]'
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
