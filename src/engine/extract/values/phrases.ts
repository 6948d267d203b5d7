/** What short texts without a label mean by their form, in several languages. Policy as data. */
import type { Concept } from "../vocabulary/concepts.ts";

const whole = (forms: string): RegExp => new RegExp(`^(?:${forms})$`, "iu");
const N = "\\d{1,2}(?:[.,]\\d)?";
const AMOUNT = "\\d{1,3}(?:[.,'’  ]\\d{3})*(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?";

/** How much somebody works, and for how long they are hired. */
const WORK =
  "full[- ]?time|part[- ]?time|permanent|temporary|contract(?:or)?|freelance|internship|apprenticeship|seasonal|fixed[- ]term|vollzeit|teilzeit|minijob|praktikum|ausbildung|werkstudent(?:in)?|unbefristet|befristet|festanstellung|freiberuflich|cdi|cdd|intérim|alternance|temps (?:plein|partiel)|jornada (?:completa|parcial)|media jornada|tiempo (?:completo|parcial)|indefinido|prácticas|tempo (?:pieno|parziale|indeterminato|determinato|integral|parcial)|tirocinio|meio período|estágio|efetivo|voltijds?|deeltijds?|heltid|deltid|pełny etat|część etatu|umowa o pracę|umowa zlecenie|plný úvazek|полная занятость|частичная занятость|стажировка|正社員|契約社員|派遣社員|アルバイト|パート|全职|兼职|实习|정규직|계약직|인턴|دوام كامل|دوام جزئي|पूर्णकालिक|अंशकालिक";
const MODE =
  "(?:fully |100 ?% )?(?:remote|hybrid|on-?site|home[- ]?office|télétravail|teletrabajo|remoto|híbrido|zdalnie|удалённо|удаленно|在宅|リモート|远程|재택|عن بعد)";

const LEVELS =
  "all levels|beginners?|intermediate|advanced|expert|easy|medium|moderate|hard|difficult|alle niveaus|anfänger|einsteiger|fortgeschrittene?|einfach|mittel|schwer|tous niveaux|débutants?|intermédiaire|avancé|facile|moyen|difficile|principiantes?|intermedio|avanzado|fácil|difícil|principiante|avanzato|iniciante|intermediário|avançado|beginner|gevorderd|początkujący|średni|zaawansowany|новичок|средний|начальный|продвинутый|初級|中級|上級|初级|中级|高级|초급|중급|고급|مبتدئ|متوسط|متقدم";

const SPAN =
  "h|hrs?|hours?|std\\.?|stunden?|heures?|horas?|or[ae]|uur|timmar|godz\\.?|час(?:а|ов)?|時間|小时|시간|ساعة|ساعات|min\\.?|mins|minutes?|minuten|minutos?|minuti|мин\\.?|分|分钟|분|دقيقة|days?|tage?|jours?|días?|giorni|dias?|weeks?|wochen?|semaines?|semanas?|settimane|months?|monate?|mois|mes(?:es)?|mesi";

/** Forms of whole texts, the surest first. The first group is the value; without one it is the whole text. */
export const FORMS: readonly (readonly [Concept, RegExp])[] = [
  ["employmentType", whole(`(?:${WORK})(?:\\s*[,/&+]\\s*(?:${WORK}|${MODE}))*`)],
  ["location", whole(`${MODE}(?:\\s*[(,/–-]\\s*[\\p{L} .]{2,30}\\)?)?`)],
  [
    "bedrooms",
    whole(
      `(${N})\\s*[- ]?(?:bds?|beds?|br|bedrooms?|schlafzimmer|chambres?|dormitorios?|dorms?\\.?|camere|quartos?|slaapkamers?|sypialni[ae]?|sovrum|спальн[яи]|спален|卧室?|寝室|침실|غرف نوم)`,
    ),
  ],
  [
    "bathrooms",
    whole(
      `(${N})\\s*[- ]?(?:ba|baths?|bathrooms?|bad(?:ezimmer)?|bäder|salles? d[e'’] ?(?:bains?|eau)|sdb|baños?|bagn[io]|banheiros?|badkamers?|łazienk[ai]|badrum|сануз(?:ел|ла)|卫|浴室|욕실|حمامات?)`,
    ),
  ],
  [
    "rooms",
    whole(
      `(${N})\\s*[- ]?(?:rooms?|zimmer|zi\\.?|pièces?|p\\.|habitaciones|hab\\.?|ambientes?|locali|vani|cômodos?|kamers?|pok(?:oje|ój|oi|\\.)|rum|комнат[аы]?|室|室厅|방|غرف)`,
    ),
  ],
  [
    "area",
    whole(
      `((?:(?:ca\\.?|approx\\.?|env\\.?)\\s*)?(?:${AMOUNT})\\s*(?:m²|m2|㎡|sqm|qm|mq|sq\\.? ?m\\.?|sq\\.? ?ft\\.?|sqft|ft²|square (?:feet|met(?:er|re)s)|metri quadr(?:at)?i|metros cuadrados|кв\\.? ?м\\.?|м²|坪|平方米|平米|평|متر مربع))`,
    ),
  ],
  [
    "readingTime",
    whole(
      `(?:ca\\.? ?)?\\d{1,3} ?(?:-|–)? ?(?:min(?:ute)?s?\\.?|minuten|minutos?|minuti|minuter|мин\\.?) (?:(?:to )?read|reading time|lesezeit|de lecture|de lectura|di lettura|de leitura|leestijd|läsning|czytania|чтения)|\\d{1,3} ?分で読め(?:ます|る)|阅读(?:需|时间)?[约:： ]*\\d{1,3} ?分钟`,
    ),
  ],
  [
    "votes",
    whole(
      `(\\d[\\d.,]*k?) ?(?:points?|pts|votes?|upvotes?|likes?|punkte|stimmen|votos?|voti|баллов|点赞|赞|いいね|추천)`,
    ),
  ],
  ["level", whole(LEVELS)],
  ["totalTime", whole("\\d{1,2} ?h(?:rs?|ours?)? ?\\d{1,2} ?m(?:in(?:ute)?s?)?\\.?")],
  ["totalTime", whole(`(?:\\d{1,4}(?:[.,]\\d)?(?: ½)? ?(?:total )?(?:${SPAN})[ ,]*){1,3}`)],
  [
    "startTime",
    whole(
      "(?:(?:ab|from|um|à|at|a las|alle|às|om|o|kl\\.?|doors:?|beginn:?|start:?)\\s+)?(\\d{1,2}(?::|h)\\d{2} ?(?:[ap]\\.?m\\.?|uhr|h)?(?:\\s*(?:[-–]|to|bis|à)\\s*\\d{1,2}(?::|h)\\d{2} ?(?:[ap]\\.?m\\.?|uhr|h)?)?|\\d{1,2}\\.\\d{2} ?uhr|\\d{1,2} ?(?:[ap]\\.?m\\.?|uhr))",
    ),
  ],
  [
    "discount",
    whole(
      "(?:(?:save|spare?|bis zu)?\\s*[-−–]\\s?\\d{1,2}(?:[.,]\\d)? ?%|(?:save|spare|économisez|ahorra|risparmi)\\s+\\d{1,2} ?%|\\d{1,2} ?% (?:off|rabatt|sparen|günstiger|de réduction|de remise|de descuento|dto\\.?|di sconto|de desconto|korting|zniżki|скидка|छूट|خصم)|\\d{1,2}%オフ|\\d{1,2}%OFF)",
    ),
  ],
  ["version", /^v?(\d{1,4}(?:\.\d{1,6}){1,3}(?:[-.+]?(?:alpha|beta|rc|pre|dev)[\w.]*)?)$/i],
];

/** Words for how long somebody is paid an amount. */
export const PAID =
  /(?:(?:per|an?|pro|par|por|al|alla|je|im|na|за|в|på)\s+|[/]\s?)(?:year|yr|annum|month|mo|hour|hr|h|week|day|jahr|monat|stunde|std|tag|an|mois|heure|jour|año|mes|hora|anno|mese|ora|ano|mês|jaar|maand|uur|rok|miesiąc|miesięcznie|godz|год|месяц|час)(?!\p{L})|annual(?:ly)?|annuels?|p\.? ?a\.?(?!\p{L})|(?:jahres|monats)gehalt|(?:年収|月給|時給|年薪|月薪|时薪)/iu;

/** What owners of companies must write behind their names. */
export const COMPANY =
  /^(?=.{4,60}$)(?:\p{Lu}|\d)[^.!?:;@]*(?:\.[^.!?:;@ ][^.!?:;@]*)*\s(?:GmbH(?: & Co\.? KG)?|gGmbH|mbH|AG|KG|OHG|SE|UG|e\.? ?V\.?|e\.? ?K\.?|Ltd\.?|Limited|L\.?L\.?C\.?|Inc\.?|Corp\.?|Corporation|P\.?L\.?C\.?|LLP|S\.?A\.?S\.?|SARL|S\.à ?r\.l\.|S\.? ?p\.? ?A\.?|S\.? ?r\.? ?l\.?|S\.?L\.?U?\.?|S\.A\.|B\.?V\.?|N\.V\.|AB|ApS|A\/S|Oy|Oyj|Sp\. z o\.o\.|s\. ?r\. ?o\.|a\.s\.|Kft\.?|Zrt\.?|Pty\.? Ltd\.?|Pvt\.? Ltd\.?|Ltda\.?|有限公司)$|^(?:ООО|ОАО|ЗАО|АО|ИП)\s+\S.{1,50}$|^(?:株式会社\S.{0,30}|\S.{0,30}株式会社)$/u;

/** "by", in front of a name. */
export const BY =
  /^(?:written by|posted by|reviewed by|by|author|instructor|speaker|geschrieben von|verfasst von|von|autor(?:in)?|écrit par|publié par|par|auteur|escrito por|por|autora?|scritto da|di|da|door|av|af|przez|автор|作者|著者|投稿者|文|작성자|글쓴이|بقلم|كتبه|लेखक)(?:\s*[:：]\s*|\s+)(?=\S)/iu;
/** Two to five words that a person may be called; each begins with a capital where letters have them. */
const PARTICLE = "(?:de|da|do|dos|del|della|di|du|la|le|van|von|der|den|ter|bin|ibn|al|el|y|e|O['’]|d['’])";
export const PERSON = new RegExp(
  `^(?!.*\\d)(?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|\\p{Lo}[\\p{L}\\p{M}'’・-]*)(?:[ ・](?:${PARTICLE} )*(?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|\\p{Lo}[\\p{L}\\p{M}'’-]*)){0,4}$`,
  "u",
);

/** What stands between the names of several people. */
export const PEOPLE =
  /\s*,\s*(?:and|und|et|y|e|en|och|og)?\s+|\s+(?:and|und|et|y|&|en|och|og|и)\s+|[、，]\s*/u;

/** Words in front of the last day for something. */
export const UNTIL =
  /^(?:(?:apply|application|applications|bewerb\p{L}*|closing|closes|deadline|expires?|valid (?:until|through)|frist|gültig bis|date limite|candidater avant|postuler avant|fecha límite|plazo|scadenza|scade il|prazo|inscrições até|termin|aplikuj do|срок|до|応募締切|截止(?:日期)?)(?:\s+(?:by|until|on|am|bis|le|el|il|em|zum|date|deadline))*)\s*[:：]?\s*(?=\S)/iu;
/** Words in front of the day on which something was changed last. */
export const CHANGED =
  /^(?:(?:last )?(?:updated|modified|edited|revised)|last update|aktualisiert|zuletzt (?:aktualisiert|geändert)|(?:letztes )?update|stand|mise? à jour|modifié|actualizado|última actualización|aggiornato|ultimo aggiornamento|atualizado|bijgewerkt|zaktualizowano|uppdaterad|opdateret|oppdatert|обновлено|изменено|更新日|最終更新(?:日)?|更新(?:于|时间|日期)|수정일|최종수정|آخر تحديث|تم التحديث|अपडेट)(?:\s+(?:on|at|am|le|el|il|em|op|den|du|في))?\s*[:：]?\s*(?=\S)/iu;
/** Words in front of the day on which something was written. */
export const SINCE =
  /^(?:(?:first |originally )?(?:published|posted|added|created|released|listed|reviewed|asked|answered|commented|on)|veröffentlicht|online seit|eingestellt|erstellt|erschienen|vom|am|publié|posté|ajouté|mise? en ligne|paru|le|publicad[oa]|el|pubblicat[oa]|il|em|gepubliceerd|geplaatst|op|opublikowano|dodano|publicerad|udgivet|publisert|опубликовано|размещено|公開日|投稿日|掲載日|发布(?:于|时间|日期)?|發布於|작성일|등록일|نشر في|نُشر في|تاريخ النشر|प्रकाशित)(?:\s+(?:on|at|am|le|el|il|em|op|den|du))?\s*[:：]?\s*(?=\S)/iu;
