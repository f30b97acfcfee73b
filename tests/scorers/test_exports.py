import subprocess
import sys

import pytest

import evalution.scorers


@pytest.mark.parametrize("name", evalution.scorers.__all__)
def test_every_public_name_is_there(name):
    assert getattr(evalution.scorers, name) is not None
    assert name in dir(evalution.scorers)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        evalution.scorers.nothing  # noqa: B018


def test_importing_the_functions_loads_no_numpy():
    names = ", ".join(evalution.scorers.__all__)
    script = f"import sys; from evalution.scorers import {names}; assert not {{'numpy', 'scipy'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
