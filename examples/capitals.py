"""A benchmark of one's own, over rows {"country": "Peru", "capital": "Lima"}:

evalution run capitals --plugin capitals.py --data capitals=capitals.jsonl --model smollm2
"""

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item
from evalution.sample import Sampling


def item(row):
    country = rows.text(row, "country")
    return Item(question=f"What is the capital of {country}?", gold=rows.text(row, "capital"), answer=row["capital"])


CAPITALS = Benchmark(
    name="capitals",
    title="Capital cities",
    version=1,
    item=item,
    form=Form(instruction="Answer with the name of the city alone.", after="Answer:"),
    scorers=("exact",),
    headline="em,exact",
    chat=True,
    sampling=Sampling(max_tokens=16),
)
