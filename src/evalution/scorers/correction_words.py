"""Words by which a writer takes back what was said, in many languages. Lower case; one table for all of them."""

from __future__ import annotations


def _listed(table: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in table.split("|"))


CUES = _listed("""
wait | hold on | actually | correction | corrected | sorry | apologies | oops | i meant | i mean | on second thought |
on second thoughts | on reflection | upon reflection | scratch that | strike that | make that | edit | update |
revised | my mistake | my bad | rather | in fact | i was wrong | i made a mistake | i made an error | i misread |
let me reconsider | let me correct | i stand corrected | let me correct that | let me correct myself |
let me fix that | i take that back | instead | that is wrong | that's wrong | that is not right |
that's not right | that is incorrect | that's incorrect |
doch | ich korrigiere | ich korrigiere mich | ich habe mich geirrt | moment | korrektur | entschuldigung |
ich meine | ich meinte | vielmehr | warte | eigentlich | tatsächlich |
je me corrige | je me suis trompé | attends | attendez | pardon | désolé | je voulais dire | en fait | plutôt |
erratum | rectification |
corrijo | me corrijo | me equivoqué | me he equivocado | espera | espere | perdón | perdon | corrección |
quise decir | quiero decir | en realidad | mejor dicho | disculpa |
errei | me enganei | desculpe | desculpa | correção | quis dizer | quero dizer | na verdade | aliás | ou melhor |
mi correggo | mi sono sbagliato | aspetta | scusa | scusate | correzione | volevo dire | anzi | in realtà |
wacht | correctie | ik bedoel | eigenlijk | czekaj | przepraszam | korekta | poprawka | właściwie |
я ошибся | ошибка | подождите | подожди | стоп | извините | простите | исправление | поправка | вернее | точнее |
на самом деле |
я имел в виду | зачекайте | вибачте | виправлення | точніше | насправді |
pardon | düzeltme | aslında | özür dilerim | maaf | koreksi | ralat | sebenarnya | tunggu | maksud saya |
xin lỗi | đính chính | thực ra | khoan | ý tôi là | sửa lại | samahani | sahihisho | subiri | kwa kweli |
vänta | vent | ursäkta | undskyld | rättelse | rettelse | jag menar | jeg mener | faktiskt | faktisk |
odota | anteeksi | korjaus | tarkoitin | itse asiassa | počkat | promiňte | oprava | vlastně |
várj | bocsánat | javítás | valójában | stai | scuze | corectare | de fapt |
περίμενε | συγγνώμη | διόρθωση | عفوا | عفواً | عذرا | عذراً | تصحيح | في الواقع | أقصد | انتظر |
ببخشید | اصلاح | در واقع | סליחה | תיקון | בעצם | רגע | क्षमा करें | सुधार | वास्तव में | दरअसल |
দুঃখিত | সংশোধন | আসলে | ขอโทษ | แก้ไข | 잠깐 | 정정 | 죄송합니다 | 사실은
""")
"""Words and phrases that take something back wherever they stand before a letter."""

NO_CUES = _listed("""
no | nope | halt | nein | non | não | nee | nie | нет | ні | hayır | tidak | bukan | không | hapana | nej | nei |
ei | ne |
nem | nu | όχι | لا | نه | לא | नहीं | না | ไม่ | 아니 | 아니요 | 아니오 | いや | いいえ | 不
""")
"""Those that do so only before a pause ("no, C"; not "there is no C")."""

CUES_JOINED = _listed("""
不对 | 不對 | 等等 | 等一下 | 更正 | 修正 | 抱歉 | 对不起 | 對不起 | 实际上 | 實際上 | 其实 | 其實 | 纠正 | 糾正 |
我是说 | 我错了 | 我錯了 | 说错了 | 說錯了 | 改为 | 改為 | 改选 | 改選 | 待って | 訂正 | 失礼 | すみません | 正しくは |
むしろ
""")
"""The same in scripts without spaces."""

COPULAS = _listed("""
is | ist | est | es | é | è | est la | es la | é a | è la | jest | to | je | är | er | on | ni | là | adalah |
este | это |
הוא | היא | هو | هي | είναι | är | är det | det är | ceci est | = | 是 | は
""")
"""What joins a subject to a letter; without a word that takes something back it concludes nothing."""

BETWEEN = frozenset(
    _listed("""
i | think | believe | that | that's | is | was | the | correct | right | answer | option | it | so | then | and | in |
fact | now | my | one | choice | should | must | would | again | no | not | wait | actually | sorry |
rather | instead | really | misread | question | thus | therefore | hence | ok | okay | hmm | oh | well | yes |
of | course | to | say |
das | ist | richtig | doch | also | nein | c'est | non | la | bonne | réponse | es | la | correcta |
respuesta | é | a | resposta | correta | è | risposta | giusta | corretta | não | это | det | ceci | este |
pravda | правильный | ответ | верный |
正确答案 | 答案 | 应该 | 應該 | 我 | 认为 | 所以 | 是 | 正解 | は | الصحيح | هو | الإجابة | هي | الصحيحة
""")
)
"""Words that may stand between such a word and the conclusion."""
