"""The words that say of a letter beside them that it is chosen, right, or what follows. Lower case; every language."""

from __future__ import annotations


def _listed(table: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in table.split("|"))


CLAIMS = _listed("""
i choose | i prefer | i'd prefer | my pick | my selection | my guess | i chose | i'd choose | we choose |
final decision | final verdict | final selection | final pick | i say | if i must choose, | if i had to choose, |
if i have to choose, | if i had to guess, | if i must guess, | forced to choose, | answer's | gabarito |
yang benar | 选择是 |
選擇是 | 选的是 | 選的是 | i would guess | i'd guess | i would say | i'd say | best guess is |
i'd answer | i would answer | answer can only be | answer seems to be | answer appears to be | الصحيح هو |
الصحيحة هي |
الإجابة | الجواب | would choose | will choose | i pick | i'd pick | would pick |
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
would be (?:the|my) (?:\w+ ){0,2}?(?:answer|option|choice|one|pick|selection)\b
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
so | thus | therefore | hence | lean towards | lean toward | leaning towards | leaning toward | inclined to |
leaving |
creo que es | creo que es la | creo que la | acho que é | acho que é a | penso che sia | credo che sia | penso sia |
je pense que | ich denke | ich glaube | думаю, | думаю, что | 我觉得是 | leaves only | leaving only |
leaves us with | left with | answer might be |
answer may be |
answer could be | maybe | perhaps | possibly | верно | правильно | 应该是 | 應該是 | 认为是 | 認為是 | 而是 |
c'est | es ist |
it is option | must be option | i think | i believe | i guess | guess is | but | but rather | rather |
∴ | 因此 | 所以 | also | donc | luego | portanto | quindi
""")
""")
"""

CORRECT = r"""
fits\b
it is(?=[.!]|\s*$)
هو (?:ال)?(?:صحيح|أصح)
درست
is (?:(?:the|most|clearly|therefore|indeed|thus|definitely) ){0,4}(?:correct|right|best|better|accurate)\b
is (?:(?:the|most|clearly|therefore|indeed|thus|definitely) ){0,4}(?:appropriate|likely)\b
seems (?:to be )?(?:the )?(?:most )?(?:correct|right|best|accurate|appropriate|likely)\b
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
选?项是?(?:正确|对)
選?項是?(?:正確|對)
是正确
是正確
正确
正確
是对
是對
が(?:正しい(?!とは)|適切)
이\s?(?:맞|옳)
가\s?(?:맞|옳)
ถูกต้อง
"""
"""The same where no space need stand between."""
