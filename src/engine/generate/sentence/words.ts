/** What people call things when they ask for them, in several languages. Policy as data. */
import type { OutputType } from "../../../contract/outputSchema.ts";

/** Any of these words; `unparted` are of scripts that put no blanks between words. */
const anyOf = (words: string, unparted: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])|${unparted}`, "iu");

export const MONITOR = anyOf(
  "watch(?:es|ing)?|track(?:s|ing)?|monitor(?:s|ing)?|notify|alert(?:s|ed)?|warn|tell me (?:when|if|once)|let me know|inform me|keep an eye|whenever|" +
    "überwache?n?|beobachte?n?|benachrichtige?n?|melde|sag mir (?:wenn|sobald)|warne|" +
    "surveille[rz]?|surveillez|alerte[rz]?|préviens|prévenez|avertis|suivre|" +
    "vigila|vigilar|avísame|avisame|notifícame|monitorea|monitorear|rastrea|" +
    "monitora|sorveglia|avvisami|avvertimi|acompanhe|avise(?:-me)?|me avis[ea]|monitore|notifique|volg|houd in de gaten|waarschuw|" +
    "уведоми(?:те)?|следи(?:те)?|сообщи(?:те)?|powiadom|śledź",
  "監視|通知|知らせ|見張|アラート|监控|监测|提醒|알려|알림|모니터|감시|نبهني|راقب|أخبرني|أعلمني|تنبيه",
);

export const INTERACT = anyOf(
  "click(?:ing)?|log ?in|logging in|sign in|press the|scroll(?:ing)?|load(?:ing)? more|infinite scroll|in a browser|with a browser|fill in|" +
    "klicke?n?|anmelden|einloggen|scrolle?n?|mehr laden|cliquer?|cliquez|se connecter|défiler|haz clic|clic|iniciar sesión|desplaza|clicca|accedi|scorri|clique|role a página|entrar na conta",
  "クリック|ログイン|スクロール|点击|登录|滚动|클릭|로그인|스크롤|انقر|اضغط|سجل الدخول|تسجيل الدخول|مرر",
);
export const SCROLL = anyOf(
  "scroll(?:ing)?|scrolle?n?|infinite|défiler|faites défiler|desplaza|scorri|role a página",
  "スクロール|滚动|스크롤|مرر",
);
export const LOGIN = anyOf(
  "log ?(?:me )?in|logging in|sign (?:me )?in|anmelden|melde dich an|einloggen|logge? dich ein|(?:se )?connecter|connecte-toi|connectez-vous|iniciar sesión|inicia sesión|accedi|faça login|entrar na conta|inloggen",
  "ログイン|登录|登入|로그인|سجل الدخول|تسجيل الدخول",
);

export const MANY = anyOf(
  "all|any|every|each|list|lists|alle[nrs]?|jede[nrsm]?|sämtliche[nrs]?|liste|tous|toutes|chaque|todos|todas|cada|lista|todo|toda|tutti|tutte|ogni|alle|elk|elke|wszystkie|все|всех|каждый|каждого",
  "所有|全部|每个|すべて|全て|全部の|一覧|모든|모두|(?<!\\p{L})(?:كل|جميع)(?!\\p{L})",
);
export const ONE = anyOf(
  "this (?:article|product|page|recipe|post|item|book|job|event)|the (?:article|product|recipe|post|page)(?:'s)?|its|main (?:article|content|text)|dieses?|diese[nr]?|ce(?:tte|t)?|est[ea]|quest[oa]|deze?|dit|d(?:este|esta|o) (?:produto|artigo|página|livro)",
  "この(?:商品|記事|製品|ページ)|这个|此(?:商品|产品|文章)|이 (?:상품|제품|기사)|هذا المنتج|هذه الصفحة|هذا المقال",
);

/** Types of what pages hold, by concept; of all else the text is taken. */
export const TYPES: Readonly<Record<string, OutputType>> = {
  url: "url",
  image: "image",
  date: "date",
  modified: "date",
  startDate: "date",
  endDate: "date",
  price: "price",
  originalPrice: "price",
  rating: "number",
  reviewCount: "integer",
  comments: "integer",
  totalTime: "integer",
  prepTime: "integer",
  cookTime: "integer",
  email: "email",
  ingredients: "string[]",
  instructions: "string[]",
  tags: "string[]",
};

/** Words that are names of fields elsewhere and, in a sentence, something else. */
export const NOT_FIELDS: ReadonlySet<string> = new Set(
  (
    "data when make makes made note by lead body total method available list lists watch track page pages topic topics section sections " +
    "this that these those with from the and for all every each first top last new more than below above under over if get give collect " +
    "extract scrape find show take want need please me my time times entry entries item items product products article articles post posts " +
    "record records result results site website shop store day daily hour hourly week weekly month stock ends until begin creator size " +
    "posted created uploaded updated cost amount answers replies reviews comments photos pictures sale mobile pay steps portions form stand bad place places points state level position status role user users country"
  ).split(" "),
);
/** … unless the sentence lists them as something to collect, where these mean what they say. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set(
  "links ratings cost amount size steps photos pictures reviews comments stock data section topic time method note posted updated created pay answers replies lead body total place points state level position status role country".split(
    " ",
  ),
);
