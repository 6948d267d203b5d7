/** What a sentence asks to be done on the page before anything is collected, in its order. */
import { MORE_WORDS, NEXT_WORDS } from "../../steps/pagerWords.ts";
import { LOGIN, SCROLL } from "./words.ts";

/** One thing to do on the page. */
export type Doing =
  | { readonly kind: "click" | "select" | "search"; readonly text: string }
  | { readonly kind: "type"; readonly text: string; readonly into: string }
  | { readonly kind: "consent"; readonly accepts: boolean }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "login" | "screenshot" };

export interface Doings {
  /** The sentence without what was said of them. */
  readonly rest: string;
  readonly doings: readonly Doing[];
  readonly scrolls: boolean;
  /** A button is to be pressed until the list is whole. */
  readonly loadsMore: boolean;
  /** "click next": the list continues. */
  readonly goesOn: boolean;
}

const OPEN = "[\"“„«「'‘]";
const CLOSE = "[\"”“»」'’]";
const QUOTED = `${OPEN}([^"“”„«»「」]{1,60}?)${CLOSE}`;
const THE = "(?:(?:the|on|auf|sur|en|em|no|na|su|sul|die|den|das|le|la|el|o|a|il|het|de)\\s+){0,2}";
const ENDS =
  "(?=\\s+(?:button|link|tab|and|then|to|until|if|und|dann|bis|et|puis|jusqu|y|luego|hasta|e|poi|depois|até|en|,)(?!\\p{L})|[,.;!?]|$)";
const parted = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})`, "giu");

const CLICKS =
  "click(?:ing)?|press(?:ing)?|tap|hit|klicke?n?|drücke?|cliqu(?:e|er|ez)|appuie[rz]?|haz clic|hacer clic|pulsa|clicca(?:re)?|premi|clique|klik";
const CLICK = parted(
  `(?:${CLICKS})\\s+${THE}${QUOTED}(?:\\s+(?:button|link|tab|schaltfläche|knopf|bouton|botón|pulsante|botão|knop)(?!\\p{L}))?`,
);
const CLICK_BARE = parted(`(?:${CLICKS})\\s+${THE}([^,.;!?"“”„«»]{2,40}?)${ENDS}`);
const CLICK_CJK =
  /[「『"“]([^」』"”]{1,40})[」』"”](?:を|ボタンを|按钮)?(?:クリック|押)|(?:点击|单击|انقر (?:على|فوق)|اضغط (?:على)?)\s*[「『"“]([^」』"”]{1,40})[」』"”]/gu;
const SEARCHES =
  "search(?: the (?:site|shop|store|page|catalogue))? for|look up|suche?(?: bitte)? nach|recherche[rz]?|cherche[rz]?|busca(?:r)?(?: por)?|procur[ae](?:r)?(?: por)?|pesquis[ae](?:r)?(?: por)?|busque(?: por)?|cerca(?:re)?|zoek naar|найди|szukaj";
const SEARCH = parted(
  `(?:${SEARCHES})\\s+(?:${QUOTED}|((?:(?!["“„«])[^\\s,.;!?]+)(?:\\s+[^\\s,.;!?]+){0,4}?))${ENDS}`,
);
const SEARCH_CJK =
  /[「『"“]([^」』"”]{1,40})[」』"”]\s*(?:を|で)?検索|(?:搜索|查找|搜寻)\s*[「『"“]?([^「」『』"“”,，。、并和]{1,20})|(?:ابحث عن)\s+["“]?([^"”،,.]{2,30}?)["”]?(?=\s+(?:و|ثم)|[،,.]|$)/gu;
/** "search for all products with a title" names what is collected, not what is typed. */
const NO_QUERY =
  /^(?:all|every|each|any|the|new|these|those|alle[rsn]?|jede[nrs]?|neue[nrs]?|tous|toutes|les|le|la|todos|todas|los|las|el|tutti|tutte|gli|i|cada|chaque|ogni)(?!\p{L})/iu;

const COOKIES =
  "(?:all |the |any |alle |die |les |las? |los |i |os |tous les |todas las |tutti i |todos os )*(?:use of )?(?:cookies?(?:[- ](?:banner|notice|pop-?up|dialog|hinweis))?|consent(?: banner| dialog)?|privacy (?:notice|banner)|pop-?ups?)";
const ACCEPT =
  "accept|agree to|allow|confirm|akzeptiere?n?|bestätige?n?|erlaube?n?|accepte[rz]?|acept[ae]r?|accetta(?:re)?|aceit[ae]r?|accepteer|dismiss|close|schließe?n?|ferme[rz]?|cierra|chiudi|feche";
const REJECT =
  "reject|decline|refuse|deny|lehne|ablehnen|refuse[rz]?|rechaza(?:r)?|rifiuta(?:re)?|recus[ae]r?|weiger";
const CONSENT = parted(
  `(?:(?:${ACCEPT})|(${REJECT}))\\s+${COOKIES}(?:\\s+ab)?|cookies?(?:-banner)?\\s+(?:akzeptieren|zulassen|(ablehnen))`,
);
const CONSENT_CJK =
  /(?:クッキー|Cookie|cookie)s?(?:を|に)?(?:許可|同意|受け入れ|承認)|(?:接受|同意)\s*(?:所有\s*)?(?:cookies?|饼干)|اقبل ملفات تعريف الارتباط/giu;

const SELECT = parted(
  `(?:choose|select|pick|wähle?|choisi[rst]+|sélectionne[rz]?|selecciona|elige|scegli|seleziona|selecione|escolha|kies)\\s+${THE}${QUOTED}(?:\\s+(?:in|from|as|aus|im|dans|en|em|nel|da)\\s+(?:the |dem |der |le |la |el |o |a )?[^,.;!?]{2,30}?(?=\\s+(?:and|und|et|y|e|then)(?!\\p{L})|[,.;]|$))?`,
);
const TYPE = parted(
  `(?:type|enter|write|fill in|put|gib|tippe|schreibe?|écri[sr]e?z?|saisi[rs]|escribe|scrivi|digit[ae]|escreva)\\s+${QUOTED}\\s+(?:in|into|to|dans|en|em|nel|nella)\\s+(?:the |das |die |den |le |la |el |il |o |a )?(?:${OPEN})?([^"“”„«»,.;!?]{2,40}?)(?:${CLOSE})?(?:\\s+(?:field|box|input|feld))?${ENDS}`,
);
const PRESS = parted(
  "(?:press|hit|drücke)\\s+(?:the\\s+)?(enter|return|escape|tab)(?:\\s+key|-taste)?(?!\\p{L})",
);
const WAIT = parted(
  "(?:wait|warte|attends|espera|aspetta|aguarde)\\s+(?:for |about )?(\\d{1,2})\\s*(?:s|sec\\w*|sek\\w*|segundos?)(?!\\p{L})",
);
const SHOT = parted(
  "(?:take|make|with|mache?|prends|haz|fai)?\\s*(?:a|ein(?:en)?|une|una)?\\s*(?:screenshot|screen shot|bildschirmfoto|capture d['’]écran|captura de pantalla)(?:\\s+of the (?:whole )?page)?",
);
const LOGIN_ALL = new RegExp(LOGIN.source, "giu");

const textOf = (groups: readonly (string | undefined)[]): string =>
  groups.find((group) => group !== undefined)?.trim() ?? "";

const KEYS: Readonly<Record<string, string>> = {
  enter: "Enter",
  return: "Enter",
  escape: "Escape",
  tab: "Tab",
};

type Read = (groups: readonly (string | undefined)[]) => Doing | null;
const click: Read = (groups) => ({ kind: "click", text: textOf(groups) });
const search: Read = (groups) => {
  const text = textOf(groups);
  return text === "" || NO_QUERY.test(text) ? null : { kind: "search", text };
};
const consent: Read = (groups) => ({
  kind: "consent",
  accepts: groups.every((group) => group === undefined),
});

/** In the order in which they are looked for: what is taken once is not taken again. */
const RULES: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [CONSENT, consent],
  [CONSENT_CJK, consent],
  [TYPE, ([text = "", into = ""]) => ({ kind: "type", text, into: into.trim() })],
  [PRESS, ([key = ""]) => ({ kind: "press", key: KEYS[key.toLowerCase()] ?? "Enter" })],
  [CLICK, click],
  [CLICK_CJK, click],
  [SEARCH, search],
  [SEARCH_CJK, search],
  [SELECT, (groups) => ({ kind: "select", text: textOf(groups) })],
  [WAIT, ([seconds]) => ({ kind: "wait", seconds: Math.max(1, Number(seconds)) })],
  [SHOT, () => ({ kind: "screenshot" })],
  [LOGIN_ALL, () => ({ kind: "login" })],
  [CLICK_BARE, click],
];

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
const MORE = new Set([...MORE_WORDS, "more"]);
const isMore = (doing: Doing): boolean => doing.kind === "click" && MORE.has(plain(doing.text));
const isNext = (doing: Doing): boolean => doing.kind === "click" && NEXT_WORDS.has(plain(doing.text));
const LOADS_MORE =
  /(?<!\p{L})(?:load(?:ing)? more|show more|mehr laden|weitere laden|charger plus|voir plus|cargar más|ver más|carica altri|carregar mais|meer laden)(?!\p{L})|もっと見る|さらに表示|加载更多|更多按钮|더 ?보기|عرض المزيد|تحميل المزيد/iu;

const SCROLL_DOWN = new RegExp(
  `(?:${SCROLL.source})(?:\\s+(?:all the way )?(?:down|to the (?:bottom|end)|(?:ganz )?nach unten|bis (?:ganz )?unten|(?:vers le|jusqu['’]en) bas|hacia abajo|para baixo|verso il basso)(?:\\s+the page)?)?`,
  "giu",
);

/** Keeps the place of what was taken, without the blanks that other rules would look at one by one. */
const TAKEN = "·";

/** Takes what is to be done out of the sentence. */
export const readDoings = (prompt: string): Doings => {
  const found: { readonly index: number; readonly doing: Doing }[] = [];
  let rest = prompt;
  for (const [pattern, read] of RULES)
    rest = rest.replace(pattern, (said: string, ...more: unknown[]) => {
      const groups = more.filter(
        (each): each is string | undefined => each === undefined || typeof each === "string",
      );
      const index = more.find((each) => typeof each === "number") ?? 0;
      // The sentence itself comes last.
      const doing = read(groups.slice(0, -1));
      if (!doing) return said;
      found.push({ index, doing });
      return TAKEN.repeat(said.length);
    });
  const all = found.sort((left, right) => left.index - right.index).map(({ doing }) => doing);
  const isLogin = ({ kind }: Doing): boolean => kind === "login";
  const doings = all.filter(
    (doing, at) => !isMore(doing) && !isNext(doing) && !(isLogin(doing) && all.findIndex(isLogin) < at),
  );
  return {
    rest: rest.replace(/·+/g, " ").replace(SCROLL_DOWN, " "),
    doings: [
      ...doings.filter(({ kind }) => kind === "consent"),
      ...doings.filter(({ kind }) => kind !== "consent"),
    ],
    scrolls: SCROLL.test(rest),
    loadsMore: all.some(isMore) || LOADS_MORE.test(rest),
    goesOn: all.some(isNext),
  };
};
