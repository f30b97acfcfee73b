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
الاختيار | رقم | هي | هو | الإجابة | الصحيحة | گزینه | گزینهٔ | ی | آپشن | האפשרות | אפשרות | תשובה | היא |
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

CLAIMS = _listed("""
i choose | i prefer | i'd prefer | my pick | my selection | my guess | i chose | i'd choose | we choose |
would choose | will choose | i pick | i'd pick | would pick |
will pick | i select | we select | would select | will select | go with | going with | went with | settle on |
settled on | settle for | opt for | choosing | choose option | select option | pick option | so choose |
i'll choose | i'll pick | i'll select | therefore choose | correct option is | correct choice is |
correct alternative is | correct letter is | correct statement is | correct one is | right option is |
right choice is | right one is | best option is | best choice is | answer choice is | my choice is | my pick is |
my choice | final choice is | correct option would be | correct choice would be | best choice would be |
best option would be | appropriate option is | appropriate choice is | accurate option is | accurate choice is |
suitable option is | suitable choice is | correct option | correct choice | final choice | best option |
best choice | right option | right choice | chosen option | selected option | correct answer | final answer |
ich wähle | wähle ich | richtige option ist | richtige option lautet | richtig ist | korrekt ist |
richtige option | korrekte option ist | je choisis | je choisirais | bonne option est | option correcte est |
bon choix est | bonne proposition est | option correcte | elijo | escojo | elegiría | opción correcta es |
alternativa correcta es | opción correcta | inciso correcto es | escolho | opção correta é |
alternativa correta é | alternativa correta | opção correta | letra correta é | scelgo | opzione corretta è |
alternativa corretta è | opzione corretta | ik kies | juiste optie is | jag väljer | rätt alternativ är |
jeg vælger | jeg velger | valitsen | wybieram | vybírám | volím | aleg | biram | seçiyorum | doğru seçenek |
doğru şık | jawabannya | jawapannya | saya memilih | pilihan yang benar adalah | opsi yang benar adalah |
pilihan yang tepat adalah | tôi chọn | chọn | phương án đúng là | nachagua | выбираю | правильный вариант |
верный вариант | выбираем | обираю | правильний варіант | избирам | επιλέγω | أختار | الخيار الصحيح هو |
الخيار الصحيح | الخيار الأصح هو | الاختيار الصحيح هو | گزینه صحیح | گزینه درست | सही विकल्प | সঠিক বিকল্প |
সঠিক বিকল্পটি হলো | 故选 | 故選 | 应选 | 應選 | 我选 | 我選 | 选择 | 選擇 | 选 | 選 | 正确选项是 | 正確選項是 |
正确的选项是 | 正确的是 | 正确选项为 | 正确的是选项 | 正しい選択肢は | 正しいのは | 選ぶのは | 올바른 선택지는 |
맞는 것은 | 정답은 | ตัวเลือกที่ถูกต้องคือ | ข้อที่ถูกต้องคือ | เลือก | ตอบ
""")
""")
"""

NATIVE_HINTS = _listed("خيار | ختيار | ختار | বিকল্প | বেছে | إجابة | جواب | উত্তর")
"""Where none of these stands, no native letter can be claimed, and only Latin ones are looked for."""

HOLDS = r"""
is (?:clearly |therefore |indeed |thus |definitely )?(?:the|my) (?:\w+ ){0,2}?(?:answer|option|choice|one|pick)\b
was (?:the|my) (?:\w+ ){0,2}?(?:answer|option|choice|one|pick|selection)\b
ist (?:also )?die (?:richtige|korrekte|beste) (?:antwort|option|lösung)
est (?:donc )?la (?:bonne|meilleure) (?:réponse|option)
est la réponse
es la (?:respuesta|opción|alternativa)
é a (?:resposta|opção|alternativa)
è la (?:risposta|opzione)
is het (?:juiste|correcte) antwoord
är rätt svar
adalah jawaban
là (?:đáp án|câu trả lời)
ndilo jibu
ndiyo jibu
- (?:это )?(?:правильный|верный) ответ
– (?:это )?(?:правильный|верный) ответ
— (?:это )?(?:правильный|верный) ответ
является (?:правильным|верным) ответом
هو (?:الجواب|الخيار) الصحيح
هي الإجابة الصحيحة
सही (?:उत्तर|विकल्प) है
সঠিক (?:উত্তর|বিকল্প)
"""
"""What stands after a letter and a space where the letter is said to be the answer, one pattern a line."""

HOLDS_JOINED = r"""
项(?:是|为)正确的?(?:答案|选项)
是正确的?(?:答案|选项)
为正确的?(?:答案|选项)
項(?:是|為)正確的?(?:答案|選項)
是正確的?(?:答案|選項)
為正確的?(?:答案|選項)
が(?:正解|正しい(?:答え|選択肢)?(?:です|である)|答え)
이\s?(?:정답|답)
가\s?(?:정답|답)
คือคำตอบ
เป็นคำตอบที่ถูก
"""
"""The same where no space need stand between."""

LIKELY = _listed("""
choose | select | pick | must be | has to be | should be | it's | it is | would be | that leaves | leaves |
so | thus | therefore | hence |
it is option | must be option | i think | i believe | i guess | i'd say | guess is | but | but rather | rather |
∴ | 因此 | 所以 | also | donc | luego | portanto | quindi
""")
""")
"""

CORRECT = r"""
fits\b
is (?:(?:the|most|clearly|therefore|indeed|thus|definitely) ){0,4}(?:correct|right|best|accurate|appropriate|likely)\b
seems (?:to be )?(?:the )?(?:most )?(?:correct|right|best|accurate|appropriate)\b
looks (?:correct|right|best)\b
appears (?:to be )?(?:the )?(?:most )?(?:correct|right|best|accurate|appropriate)\b
must be (?:the )?(?:correct|right|best)\b
would be (?:the )?(?:most )?(?:correct|right|best|accurate|appropriate)\b
ist (?:also )?(?:richtig|korrekt)
wäre (?:richtig|korrekt)
est (?:donc )?(?:correcte?|juste|vraie)
es (?:la )?(?:correct[ao]|verdader[ao])
está corret[ao]
é (?:a )?corret[ao]
è (?:quella )?(?:corrett[ao]|giust[ao])
is (?:juist|correct)
benar
đúng
правильн
верн
सही है
সঠিক
صحيح
"""
"""What stands after a letter and a space where the letter is called right, one pattern a line."""

CORRECT_JOINED = r"""
项是?(?:正确|对)
項是?(?:正確|對)
是正确
是正確
正确
正確
是对
是對
が(?:正しい|適切)
이\s?(?:맞|옳)
가\s?(?:맞|옳)
ถูกต้อง
"""
"""The same where no space need stand between."""

RUN_ON = _listed("""
Question | Q | Problem | سؤال | السؤال | 问题 | 題目 | 问 | 問題 | Pregunta | Frage | Pergunta | Domanda |
Вопрос | प्रश्न | প্রশ্ন | 질문 | Pertanyaan | Swali | Soru
""")
""")
"""
