"""What we ask for in each language, in our own words: a last line that begins with the language's answer word.

The answer words are those that the reference rules of simple-evals read (`scorers.mgsm.ANSWER_PREFIXES`,
`reference.simple_evals.ANSWER_WORDS`), so that one reply serves the live rule and the reference.
"""

from __future__ import annotations

from evalution.scorers.mgsm import ANSWER_PREFIXES

ANSWER_WORDS = ANSWER_PREFIXES | {
    "ar": "الإجابة",
    "hi": "उत्तर",
    "id": "Jawaban",
    "it": "Risposta",
    "ko": "답변",
    "pt": "Resposta",
    "yo": "Ìdáhùn",
}
"""The word before a final answer, by language."""

_NUMBER = {
    "bn": "এই অঙ্কটি ধাপে ধাপে সমাধান করো। তারপর শেষ লাইনে “{}” লিখে শুধু চূড়ান্ত সংখ্যাটি লেখো।",
    "de": "Löse die Aufgabe Schritt für Schritt. Die letzte Zeile beginnt mit „{}“ und nennt nur die gesuchte Zahl.",
    "en": "Work through the problem step by step. Begin the last line with “{}” and put only the final number there.",
    "es": "Resuelve la tarea paso a paso. Empieza la última línea con «{}» y pon en ella solo el número final.",
    "fr": "Traite l'exercice étape par étape. Commence la dernière ligne par « {} » et n'y mets que le nombre final.",
    "ja": "順を追って問題を解いてください。最後の行は「{}」で始め、そこには最終的な数だけを書いてください。",
    "ru": "Реши задачу по шагам. Последнюю строку начни с «{}» и запиши в ней только искомое число.",
    "sw": "Fanya hesabu hii hatua kwa hatua. Anza mstari wa mwisho na “{}” na uandike hapo namba ya mwisho tu.",
    "te": "ఈ లెక్కను అంచెలంచెలుగా చేయండి. చివరి వరుసను “{}” తో మొదలుపెట్టి, అక్కడ తుది సంఖ్యను మాత్రమే రాయండి.",
    "th": "จงทำโจทย์นี้ทีละขั้น เริ่มบรรทัดสุดท้ายด้วย “{}” แล้วเขียนเฉพาะตัวเลขที่ได้",
    "zh": "请一步一步地解题。最后一行以“{}”开头，只写最后得到的数。",
}
_LETTER = {
    "ar": "فكّر في السؤال خطوة بخطوة. ابدأ السطر الأخير بـ «{}» ثم اكتب حرف الخيار الصحيح وحده.",
    "bn": "প্রশ্নটি নিয়ে ধাপে ধাপে ভাবো। তারপর শেষ লাইনে “{}” লিখে শুধু সঠিক বিকল্পের অক্ষরটি লেখো।",
    "de": "Denke Schritt für Schritt nach. Die letzte Zeile beginnt mit „{}“ und nennt nur den Buchstaben der Lösung.",
    "en": "Think the question through step by step. Begin the last line with “{}” and put only the right letter there.",
    "es": "Piensa la pregunta paso a paso. Empieza la última línea con «{}» y pon en ella solo la letra correcta.",
    "fr": "Réfléchis étape par étape. Commence la dernière ligne par « {} » et n'y mets que la lettre juste.",
    "hi": "प्रश्न पर क़दम-दर-क़दम सोचो। आख़िरी पंक्ति “{}” से शुरू करो और वहाँ केवल सही विकल्प का अक्षर लिखो।",
    "id": "Pikirkan soal ini langkah demi langkah. Awali baris terakhir dengan “{}” lalu tulis huruf yang benar saja.",
    "it": "Ragiona passo per passo. Inizia l'ultima riga con «{}» e scrivi lì soltanto la lettera giusta.",
    "ja": "順を追って考えてください。最後の行は「{}」で始め、そこには正しい選択肢の記号だけを書いてください。",
    "ko": "문제를 차근차근 생각하세요. 마지막 줄은 “{}”으로 시작하고 맞는 보기의 글자만 쓰세요.",
    "pt": "Pense na questão passo a passo. Comece a última linha com “{}” e ponha nela só a letra certa.",
    "sw": "Fikiria swali hatua kwa hatua. Anza mstari wa mwisho na “{}” na uandike hapo herufi sahihi tu.",
    "yo": "Ronú sí ìbéèrè náà ní ìgbésẹ̀ kọ̀ọ̀kan. Fi “{}” bẹ̀rẹ̀ ìlà tó kẹ́yìn, kí o sì kọ lẹ́tà tó tọ̀nà nìkan síbẹ̀.",
    "zh": "请一步一步地思考。最后一行以“{}”开头，只写正确选项的字母。",
}


def answer_line(language: str, answer: str) -> str:
    """The line that our prompts ask for.

    >>> answer_line("de", "18")
    'Antwort: 18'
    """
    return f"{ANSWER_WORDS[language]}: {answer}"


def number_instruction(language: str) -> str:
    """Asks for a number, in one of MGSM's 11 languages."""
    return _NUMBER[language].format(f"{ANSWER_WORDS[language]}:")


def letter_instruction(language: str) -> str:
    """Asks for an option's letter, in English or one of MMMLU's 14 languages."""
    return _LETTER[language].format(f"{ANSWER_WORDS[language]}:")
