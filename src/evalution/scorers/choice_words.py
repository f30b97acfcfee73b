"""The words around a letter, by what they do to it. Lower case; one table for every language at once.

They are read only where an answer was announced or claimed, so a word of one language rarely means
something else in another.
"""

from __future__ import annotations


def _listed(table: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in table.split("|"))


def _patterns(table: str) -> tuple[str, ...]:
    return tuple(pattern.strip() for line in table.strip().split("\n") for pattern in line.split(" ; "))


FILLERS = frozenset(
    _listed("""
the | that | this | it | is | a's | be | would | should | must | therefore | thus | hence | so | then | clearly |
definitely | certainly | obviously | probably | likely | most | actually | simply | indeed | just | only | also |
of | course | either | both | between | among | i | believe | think | say | answer | option | options | choice |
choices | letter | label | alternative | statement | number | correct | right | best | final | following |
my | pick | selection | selected | choose | select | solution | response | result | guess | lösung | solución | go |
with | die | der | das | den | buchstabe | möglichkeit | antwort | antwortmöglichkeit | auswahl | richtige |
wohl | eindeutig | la | le | les | l | l' | el | lo | il | gli | los | las | réponse | choix | lettre |
proposition | bonne | donc | probablement | opción | opciones | letra | alternativa | inciso | respuesta |
correcta | por | tanto | opção | item | a | resposta | correta | portanto | opzione | lettera | risposta |
corretta | quindi | varianta | litera | răspunsul | optie | optiet | keuze | antwoord | dus | alternativet |
alternativ | svar | svaret | bokstav | bokstaven | svarsalternativ | mulighed | vaihtoehto | kirjain | vastaus |
valik | vastusevariant | opcja | odpowiedź | wariant | možnost | odpověď | písmeno | možnosť | odgovor | opcija |
slovo | seçenek | seçeneği | şık | şıkkı | harf | cevap | yanıt | doğru | variant | válasz | betű | lehetőség |
it's | that's | maybe | perhaps | possibly | presumably | vielleicht | wahrscheinlich | vermutlich | peut |
être | quizás | quizá |
talvez | forse | misschien | kanske | måske | kanskje | ehkä | asi | snad | belki | mungkin |
az | pilihan | opsi | huruf | jawaban | jawapan | yang | benar | adalah | ialah | yaitu | đáp | án | phương |
lựa | chọn | câu | là | chữ | đúng | chaguo | herufi | ni | jibu | sahihi | àṣàyàn | ìdáhùn | zaɓi | amsa |
titik | sagot | ang | opsyon | pagpipilian | c'est | est | ist | es | é | è | är | er | on | to | jest | je |
este
""")
)
"""Latin words that may stand between the announcement and the letter."""

NOUNS = frozenset(
    _listed("""
option | choice | letter | statement | answer | opción | alternativa | opção | opzione | lettera | lettre |
proposition | pilihan | opsi | optie | wariant | možnost | odgovor | chaguo | buchstabe
""")
)
"""Those of them that may stand before the second letter of two ("option A or option B")."""

ARTICLES = frozenset(
    _listed("""
a | the | la | le | l' | el | lo | il | die | der | das | den
""")
)
"""Those of them after which a letter may begin a name ("the C major scale")."""

FILLERS_JOINED = _listed("""
选项 | 選項 | 选择 | 選擇 | 答案 | 选 | 選 | 应该是 | 應該是 | 应为 | 應為 | 就是 | 是 | 为 | 為 | 项 | 第 |
正确 | 正確 | 的 | 故 | 因此 | 所以 | 選択肢 | 答え | 正解 | 記号 | は | が | 선택지 | 보기 | 정답 | 답 | 은 |
는 | вариант ответа | вариант | буква | под буквой | пункт | ответ | это | опция | варіант | відповідь | літера |
це | опција | одговор | отговор | буквата | επιλογή | η | το | απάντηση | γράμμα | الخيار | خيار | الحرف | حرف |
صحیح | درست | است | الاختيار | رقم | هي | هو | الإجابة | الصحيحة | گزینه | گزینهٔ | ی | آپشن | האפשרות | אפשרות |
תשובה | היא |
विकल्प | उत्तर | सही | है | বিকল্প | অপশন | উত্তর | সঠিক | পর্যায় | ਵਿਕਲਪ | વિકલ્પ | விருப்பம் | விடை | ఎంపిక |
ఆప్షన్ | ಆಯ್ಕೆ | ഓപ്ഷൻ | විකල්පය | ข้อ | ตัวเลือก | คือ | เป็น | ຂໍ້ | ជម្រើស | ရွေးချယ်မှု | տարբերակ |
ვარიანტი | ምርጫ
""")
""")
"""

NEITHER = _patterns(r"""
none ; neither ; no (?:one|correct|right|valid|suitable|single|definitive|clear|answer|option|choice) ; nothing
not (?:enough|determinable|possible|sure|provided|given|available|applicable|clear|specified|known|listed|among|in)
n/a\b ; cannot ; can['’]?t\b ; can not ; could not ; couldn['’]t ; unable ; impossible ; insufficient
inconclusive ; indeterminate ; un(?:known|determined|certain|clear|decided|answerable)
all (?:of (?:the|these|them)|the)\b ; any of
i (?:do not|don['’]t|can ?not|can['’]t|am (?:not|unable)|['’]m not|have no) ; i['’]m (?:not|unable|sorry)
sorry ; refuse ; keine[rs]?\b ; weder ; nicht (?:bestimm|möglich|zu be|bekannt) ; unbekannt ; unmöglich
ich (?:weiß|kann) ; aucune?\b ; ni l ; impossible ; inconnue? ; je ne ; on ne ; ning[uú]n[ao]?\b ; imposible
desconocid ; no (?:se|lo|hay|puedo|es posible) ; nenhum ; nessun ; impossível ; impossibile
não (?:sei|é poss|há|posso) ; non (?:so|è poss|c['’]è|si pu[oò]) ; geen\b ; onbekend ; onmogelijk ; ingen\b
inget\b ; okän[dt] ; umulig ; mikään ; żadn ; nie (?:wiem|można|ma) ; nelze ; žádn ; nevím ; niciun
nu (?:se|știu) ; nijedan ; hiçbiri ; bilinmiyor ; egyik sem ; nem (?:tud|lehet)
tidak (?:ada|dapat|bisa|diketahui|tahu) ; không (?:có|thể|biết|đáp) ; hakuna ; sijui ; haiwezekani ; wala
ни од ; нельзя ; невозможно ; не (?:знаю|могу|определ|удаётся) ; неизвестно ; нет (?:правильн|верн) ; жоден
немає ; неможливо ; нито ед ; κανέν ; καμία ; άγνωστ ; δεν ; 无法 ; 無法 ; 不能 ; 没有 ; 沒有 ; 都不 ; 都错
以上都 ; 不知道 ; 不确定 ; 未知 ; 无\b ; 均不 ; わかりません ; 分かりません ; なし ; 無し ; 該当 ; どれも ; 不明
없음 ; 없습니다 ; 모르 ; 알 수 ; 해당 없음 ; لا (?:شيء|يمكن|أعرف|أعلم|توجد|يوجد|أحد) ; ليس
غير (?:معروف|محدد|ممكن) ; هیچ ; نمی ; אף ; לא (?:ניתן|ידוע) ; אין ; कोई (?:नहीं|भी) ; इनमें से ; पता नहीं
কোনোটি ; কোনটিই ; জানি না ; উপরের কোনো ; ไม่(?:มี|สามารถ|ทราบ|รู้) ; ไม่ใช่
""")
"""What stands where a letter should and says that there is none: a refusal, "none of them", "neither".

Patterns, each beginning with a plain small letter."""

DENIERS = frozenset(
    _listed("""
incorrect | wrong | false | not | if | whether | suppose | falsch | falsche | mauvaise | fausse | incorrecte |
incorrecta | incorrecto | errada | errado | sbagliata | sbagliato | неправильный | неверный | невірна |
خاطئة | الخاطئة
""")
)
"""Words before "answer" that turn the announcement round ("the wrong answer is", "if the answer were")."""

DENIERS_JOINED = _listed("错误 | 错误的 | 錯誤 | 錯誤的 | 不正确的 | 不正確 | 誤った | 틀린")
"""The same where no space stands before "answer"."""

BEFORE_ANSWER = frozenset(
    _listed("the | a | an | be | correct | right | my | final | die | das | der | la | le | el | a | o | il")
)
"""Words that may stand between those and "answer"."""

STATING = BEFORE_ANSWER | frozenset(
    _listed("""
so | then | thus | hence | and | well | hmm | i | think | believe | guess | maybe | perhaps | best | also | donc
""")
)
"""Words before "answer is" that ask nothing, though a question mark may stand at the end."""

NOT = frozenset(
    _listed("""
not | n't | never | wrong | incorrect | false | nicht | kein | pas | no | não | non | nie | ne | inte | ikke |
ej | ei | nem | không | bukan | değil | si
""")
)
"""Words that deny what follows."""

NOT_JOINED = _listed("""
不是 | 不 | 非 | не | ليس | ليست | δεν | नहीं | নয় | ไม่ | 아니
""")

OR = _listed("""
or | and | and/or | as well as | oder | und | ou | et | o | u | y | e | sau | și | of | en | eller | och | og |
tai | ja | lub | albo | i | nebo | a | alebo | ali | ili | veya | ve | ya da | vagy | és | atau | dan | hoặc |
và | au | na | tàbí | или | и | або | та | і | ή | και | أو | و | یا | או | या | और | বা | অথবা | এবং
""")

HEDGES = _listed("""
maybe | perhaps | possibly | probably | even | else | could be | vielleicht | peut-être | quizás | tal vez | talvez |
forse | also | возможно | может быть | 可能是 | 也许是
""")
"""Words that may stand between "or" and the second letter."""

NO = _listed("""
no | nope | nein | non | não | nie | nej | nei | нет | ні | hayır | tidak | không | hapana | لا |
नहीं | 不 | いいえ | 아니
""")
"""What takes back a letter with a question mark ("B? No")."""

OR_JOINED = _listed("""
或者 | 或 | 和 | 与 | 與 | 及 | 以及 | か | または | 又は | と | 또는 | 과 | 와 | 혹은 | หรือ | และ
""")
""")
"""

BECAUSE = frozenset(
    _listed("""
because | since | as | is | was | are | and | or | but | for | if | due | given | which | where | when | while |
while, | though | although | however | therefore | thus | hence | so | not | with | being | would | represents |
refers | describes | correctly | states | gives | best | weil | da | denn | ist | und | oder | car | parce |
puisque | est | et | ou | porque | ya | pois | es | y | o | perché | poiché | è | e | omdat | want | eftersom |
för | att | fordi | koska | ponieważ | bo | protože | pretože | jer | çünkü | mert | karena | sebab | adalah |
vì | là | kwa | kwani | nitori | потому | так | поскольку | тому | бо | защото | γιατί | επειδή | لأن | حيث |
לכן | כי | क्योंकि | কারণ | เพราะ
""")
)
""")
)
"""

GOES_ON = frozenset(
    _listed("""
is | was | are | and | or | being | would | represents | refers | describes | correctly | states | gives | ist | und |
oder | est | et | ou | es | y | o | è | e | adalah | là | not | if | when | where | which | while | though |
although | but
""")
)
"""Words of `BECAUSE` after which a sentence about the letter goes on, whatever it says."""

RUN_ON = _listed("""
Question | Q | Problem | سؤال | السؤال | 问题 | 題目 | 问 | 問題 | Pregunta | Frage | Pergunta | Domanda |
Вопрос | प्रश्न | প্রশ্ন | 질문 | Pertanyaan | Swali | Soru
""")
""")
"""
