"""IFEval's checks, one by one, and what is made of them."""

from __future__ import annotations

import json

import hypothesis
import pytest
from hypothesis import strategies as st

import evalution
from evalution.engines.scripted import Scripted
from evalution.request import Generated
from evalution.sample import Reduced
from evalution.scorers.ifeval import judge, over_instructions, variants
from evalution.scorers.ifeval_checks import CHECKS, sentence_count
from evalution.scorers.language_guess import guess_language
from evalution.scorers.target import Target
from evalution.statistics.estimate import Design
from evalution.verdict import Status
from growth import growth
from laws.hostile import PIECES


def given(**arguments):
    return arguments


CASES = [
    (
        "change_case:capital_word_frequency",
        given(capital_frequency=2, capital_relation="at least"),
        "NASA sent a ROVER",
        "NASA sent it",
    ),
    (
        "change_case:capital_word_frequency",
        given(capital_frequency=2, capital_relation="less than"),
        "WELL-DONE you",
        "I say NO",
    ),
    ("change_case:english_capital", {}, "THE SEA IS NOT A LAKE.", "THE SEA is not a lake."),
    ("change_case:english_capital", {}, "YES", "DAS IST NICHT DIE ANTWORT"),
    ("change_case:english_lowercase", {}, "the sea is not a lake.", "The sea is not a lake."),
    ("combination:repeat_prompt", given(prompt_to_repeat="Say hi."), "say hi.\nHi!", "Hi! Say hi."),
    ("combination:two_responses", {}, "Tea\n******\nMilk", "Tea******Tea"),
    ("combination:two_responses", {}, "******Tea******Milk******", "Tea******Milk******Soup"),
    (
        "detectable_content:number_placeholders",
        given(num_placeholders=2),
        "Dear [name], [date]",
        "Dear [name\n], [date]",
    ),
    ("detectable_content:postscript", given(postscript_marker="P.S."), "Bye.\nP. S. Hi", "Bye.\nPS Hi"),
    ("detectable_content:postscript", given(postscript_marker="P.P.S"), "Bye.\nP.P.S Hi", "Bye.\nP.S. Hi"),
    ("detectable_format:constrained_response", {}, "Well: My answer is maybe.", "My answer is perhaps."),
    ("detectable_format:json_format", {}, '```json\n{"a": [1, 2]}\n```', 'Here: {"a": 1}'),
    (
        "detectable_format:multiple_sections",
        given(section_spliter="Section", num_sections=2),
        "Section 1\na\nSection 2",
        "Section 1\nPart 2",
    ),
    (
        "detectable_format:number_bullet_lists",
        given(num_bullets=2),
        "Pack:\n* a hat\n  - a map",
        "* a hat\n* a map\n* a cup",
    ),
    ("detectable_format:number_bullet_lists", given(num_bullets=1), "**Bold**\n* a hat", "**Bold**"),
    ("detectable_format:number_highlighted_sections", given(num_highlights=2), "*one* and **two**", "*one* and ** **"),
    ("detectable_format:title", {}, "<<Sea>>\nfar", "<Sea>\n<< >>"),
    ("keywords:existence", given(keywords=["Oak", "c++"]), "oak, C++", "An oak, C"),
    ("keywords:forbidden_words", given(forbidden_words=["art"]), "They start.", "Art, they say."),
    ("keywords:frequency", given(keyword="war", frequency=2, relation="at least"), "War? A warm war.", "No war."),
    ("keywords:frequency", given(keyword="war", frequency=2, relation="less than"), "No war.", "War and war"),
    ("keywords:letter_frequency", given(letter="Q", let_frequency=2, let_relation="at least"), "Quick quiz", "Quick"),
    ("keywords:letter_frequency", given(letter="#", let_frequency=1, let_relation="less than"), "none", "#one"),
    ("language:response_language", given(language="de"), "Das Haus ist nicht groß.", "The house is not big."),
    ("language:response_language", given(language="kn"), "ಇದು ಮನೆ", "यह एक घर है"),
    (
        "length_constraints:nth_paragraph_first_word",
        given(num_paragraphs=2, nth_paragraph=2, first_word="So"),
        'A.\n\n"So, b.',
        "A.\n\nThus b.",
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        given(num_paragraphs=1, nth_paragraph=1, first_word="a"),
        "A b.\n\n",
        "A b.\n\nC.",
    ),
    ("length_constraints:number_paragraphs", given(num_paragraphs=2), "One\n***\nTwo\n***", "One\n******\nTwo"),
    (
        "length_constraints:number_sentences",
        given(num_sentences=2, relation="at least"),
        "Mr. Lee left. Why?",
        "Mr. Lee left.",
    ),
    (
        "length_constraints:number_sentences",
        given(num_sentences=2, relation="less than"),
        "Only 3.5 km, e.g. on foot",
        "Go! Now!",
    ),
    ("length_constraints:number_words", given(num_words=3, relation="at least"), "one two-three", "one two"),
    ("length_constraints:number_words", given(num_words=3, relation="less than"), "one two", "one two three"),
    ("punctuation:no_comma", {}, "one; two", "one, two"),
    ("startend:end_checker", given(end_phrase="The end."), '"So it went. the END."\n', "The end. Bye."),
    ("startend:quotation", {}, ' "All of it" ', '"Some" of it'),
]


def gold(*instructions):
    return tuple(json.dumps(instruction) for instruction in instructions)


def values(text, *instructions):
    return [verdict.value for verdict in judge(text, Target(gold(*instructions)))]


def test_every_check_has_a_case():
    assert {name for name, *_ in CASES} == CHECKS.keys()


@pytest.mark.parametrize(("name", "arguments", "followed", "broken"), CASES)
def test_a_check(name, arguments, followed, broken):
    assert CHECKS[name](followed, arguments)
    assert not CHECKS[name](broken, arguments)


@pytest.mark.parametrize(("name", "arguments"), [(name, arguments) for name, arguments, *_ in CASES if arguments])
def test_arguments_that_are_missing_leave_it_unscored(name, arguments):
    for left_out in arguments:
        for changed in ({k: v for k, v in arguments.items() if k != left_out}, arguments | {left_out: []}):
            verdicts = judge("Yes.", Target(gold((name, changed))))
            assert {verdict.status for verdict in verdicts} == {Status.UNSCORED}, changed
            assert left_out in verdicts[0].note


@pytest.mark.parametrize("one", ["", "[]", "7", '"ab"', "[[1], {}]", '["no:such", {}]', '["punctuation:no_comma", 1]'])
def test_what_is_no_instruction_leaves_it_unscored(one):
    assert judge("Yes.", Target((one,)))[0].status is Status.UNSCORED


@hypothesis.given(st.text(max_size=80))
def test_every_check_is_total(text):
    for name, arguments, *_ in CASES:
        assert CHECKS[name](text, arguments) in (True, False)


NO_COMMA, QUOTED = ("punctuation:no_comma", {}), ("startend:quotation", {})


def test_strict_and_loose_by_prompt_and_by_instruction():
    assert values('"Yes"', NO_COMMA, QUOTED) == [1, 1, 1, 1]
    assert values('Sure, here it is:\n"Yes"', NO_COMMA, QUOTED) == [0, 1, 0, 1]
    assert values('*"Yes"*', NO_COMMA, QUOTED) == [0, 1, 0.5, 1]
    assert values("Yes, no, yes", NO_COMMA, QUOTED) == [0, 0, 0, 0]
    assert values('"Yes, no"', NO_COMMA, QUOTED) == [0, 0, 0.5, 0.5]


def test_the_verdict_says_what_was_not_followed():
    strict, *_ = judge('"Yes, no"', Target(gold(NO_COMMA, QUOTED)))
    assert (strict.status, strict.answer, strict.via) == (Status.PARTIAL, "1/2", "checks")
    assert strict.note == "not followed: punctuation:no_comma"


@pytest.mark.parametrize("text", ["", " \n", "<think>Commas, no?</think>"])
def test_nothing_said_has_followed_nothing(text):
    assert {verdict.status for verdict in judge(text, Target(gold(NO_COMMA)))} == {Status.NO_ANSWER}


def test_thinking_is_not_judged():
    assert values("<think>Well, let me see.</think>\nYes", NO_COMMA) == [1, 1, 1, 1]


def test_variants_are_eight():
    assert len(list(variants("a\n*b*\nc"))) == 8


def reduced(*shares):
    return [
        Reduced(str(i), i, {}, ("x",) * count, value, None, Status.PARTIAL) for i, (value, count) in enumerate(shares)
    ]


def test_every_instruction_weighs_the_same():
    estimate = over_instructions(reduced((1.0, 1), (1 / 3, 3), (0.0, 2)), Design())
    assert estimate.value == pytest.approx(2 / 6)
    assert (estimate.n, estimate.clusters) == (6, 3)
    assert over_instructions(reduced((0.5, 3)), Design()).value == pytest.approx(0.5)  # repeats that differ
    open_ended = over_instructions(reduced((1.0, 1), (None, 3)), Design())
    assert (open_ended.unscored, open_ended.floor, open_ended.ceiling) == (3, 0.25, 1.0)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("No mark at all", 1),
        ("One. Two! Three?", 3),
        ("Wait... what?! Yes.", 3),
        ("Visit example.com. It costs 3.50 now.", 2),
        ("J. R. Hill met Dr. No at 5 p.m. yesterday.", 1),
        ("1. First\n2. Second", 1),
        ('He said "Go." She went.', 2),
        ("これは本です。あれはペンです。", 2),
        ("***\n---", 0),
    ],
)
def test_sentences(text, count):
    assert sentence_count(text) == count


@pytest.mark.parametrize("code", ["bn", "de", "en", "es", "fr", "ja", "ru", "sw", "te", "th", "zh"])
def test_languages_of_real_questions(shared, code):
    import gzip

    with gzip.open(shared(f"data/mgsm/{code}_test.jsonl.gz"), "rt", encoding="utf-8") as file:
        questions = [json.loads(line)["question"] for line in file]
    guesses = [guess_language(question) for question in questions]
    assert guesses.count(code) >= 0.95 * len(guesses)
    assert guess_language(" ".join(questions[:5])) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("यह एक अच्छा घर है और मैं वहाँ रहता हूँ", "hi"),
        ("हे एक चांगले घर आहे आणि मी तेथे राहतो", "mr"),
        ("यो राम्रो घर हो र म त्यहाँ बस्छु", "ne"),
        ("این خانه بزرگ است و من در آن زندگی می‌کنم", "fa"),
        ("یہ ایک بڑا گھر ہے اور میں اس میں رہتا ہوں", "ur"),
        ("هذا البيت كبير وأنا أسكن في المدينة", "ar"),
        ("Това е голяма къща и аз съм в нея", "bg"),
        ("Це великий будинок, і я в ньому живу", "uk"),
        ("Questa è una casa grande che non è lontana dal mare", "it"),
        ("To jest duży dom i nie jest daleko od morza", "pl"),
        ("Esta é uma casa grande que não fica longe do mar", "pt"),
        ("Tämä talo on suuri ja se ei ole kaukana", "fi"),
        ("Đây là một ngôi nhà lớn và tôi sống ở đó", "vi"),
        ("ഇത് ഒരു വീടാണ്", "ml"),
        ("זה בית גדול", "he"),
        ("이것은 큰 집입니다", "ko"),
        ("", ""),
        ("12 + 30", ""),
    ],
)
def test_languages(text, code):
    assert guess_language(text) == code


def test_end_to_end(tmp_path):
    replies = {
        "Name three": "Rhine; Elbe; Danube",
        "Write at": '"Bread."',
        "Give your": "green",
        "Write a poem": "blue",
    }

    def answer(request):
        prompt = request.prompt if isinstance(request.prompt, str) else request.prompt[-1].content
        return Generated(next((reply for start, reply in replies.items() if prompt.startswith(start)), ""))

    run = evalution.evaluate(["ifeval"], Scripted(answer), out=tmp_path, bundled=True)
    metrics = {metric.key: metric for metric in run.results.tasks[0].metrics}
    assert metrics["prompt_acc,ifeval_strict"].estimate.value == pytest.approx(1 / 6)
    strict = metrics["inst_acc,ifeval_strict"].estimate
    assert strict.value == pytest.approx(3 / 11)  # no_comma, quotation, lowercase
    assert (strict.n, strict.clusters) == (11, 6)


@pytest.mark.parametrize(
    "piece", [*PIECES, '."', "<<", "<<>", "!?", "p. ", "Section", "***", "````", "i.e. ", "한", "ي "]
)
def test_all_checks_together_are_linear(piece):
    """Four times the text may take 8 times as long, never the 16 times of a quadratic rule."""
    everything = Target(gold(*((name, arguments) for name, arguments, *_ in CASES)))

    count = 1_500 // len(piece)
    small, large = piece * count, piece * (4 * count)
    assert growth(lambda: judge(small, everything), lambda: judge(large, everything)) == ""
