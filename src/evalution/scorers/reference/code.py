"""How the owners turn a completion into a program, quirks kept.

- human-eval: prompt + completion, as they stand;
- openai/simple-evals `humaneval_eval.py`: the first ```python block, else the whole reply; then everything up to and
  with the first `:` that is followed by a line indented by four spaces is cut, and where there is none, one character.
"""

from __future__ import annotations

import re

_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def find_code(completion: str) -> str:
    """The body that simple-evals takes from a reply.

    >>> find_code("```python\\ndef f(n):\\n    return 3*n\\n```"), find_code("def f(n): return 3*n")
    ('    return 3*n\\n', 'ef f(n): return 3*n')
    """
    found = _BLOCK.search(completion)
    code = found[1] if found else completion
    return code[code.find(":\n    ") + 2 :]


def program_human_eval(completion: str, prompt: str) -> str:
    """The program that human-eval runs before the tests."""
    return prompt + completion


def program_simple_evals(completion: str, prompt: str) -> str:
    """The program that simple-evals runs before the tests."""
    return prompt + find_code(completion)
