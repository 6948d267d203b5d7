/** What people call things when they ask for them, in several languages. Policy as data. */
import type { OutputType } from "../../contract/outputSchema.ts";

/** Begins with one of these words: `wordStart("watch track")`. */
const anyOf = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

export const MONITOR = anyOf(
  "watch(?:es|ing)?|track(?:s|ing)?|monitor(?:s|ing)?|notify|alert(?:s|ed)?|warn|tell me (?:when|if|once)|let me know|inform me|keep an eye|whenever|" +
    "überwache?n?|beobachte?n?|benachrichtige?n?|melde|sag mir (?:wenn|sobald)|warne|" +
    "surveille[rz]?|surveillez|alerte[rz]?|préviens|prévenez|avertis|suivre|" +
    "vigila|vigilar|avísame|avisame|notifícame|monitorea|monitorear|rastrea|" +
    "monitora|sorveglia|avvisami|avvertimi|acompanhe|avise-me|volg|houd in de gaten|waarschuw",
);

export const INTERACT = anyOf(
  "click(?:ing)?|log ?in|logging in|sign in|press the|scroll(?:ing)?|load(?:ing)? more|infinite scroll|in a browser|with a browser|fill in|" +
    "klicke?n?|anmelden|einloggen|scrolle?n?|mehr laden|cliquer?|cliquez|se connecter|défiler|haz clic|clic|iniciar sesión|desplaza|clicca|accedi|scorri",
);
export const SCROLL = anyOf("scroll(?:ing)?|scrolle?n?|infinite|défiler|desplaza|scorri");
export const LOGIN = anyOf(
  "log ?in|logging in|sign in|anmelden|einloggen|se connecter|iniciar sesión|accedi",
);

export const MANY = anyOf(
  "all|any|every|each|list|lists|alle[nrs]?|jede[nrsm]?|sämtliche[nrs]?|liste|tous|toutes|chaque|todos|todas|cada|lista|tutti|tutte|ogni|alle|elk|elke|wszystkie|все|каждый|所有|全部|すべて|全て|모든|كل|جميع",
);
export const ONE = anyOf(
  "this (?:article|product|page|recipe|post|item|book|job|event)|the (?:article|product|recipe|post|page)(?:'s)?|its|main (?:article|content|text)|dieses?|diese[nr]?|ce(?:tte|t)?|est[ea]|quest[oa]|deze?|dit",
);

/** Records, as people call them: a plural means a list. */
export const RECORD_NOUNS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      "products",
      "products items goods laptops phones shoes books produkte artikel produits productos prodotti produtos producten produkty товары 产品 商品 製品 상품 منتجات",
    ],
    [
      "articles",
      "articles posts stories news blogposts entries beiträge nachrichten noticias artículos articoli notizie berichten статьи 文章 记事 記事",
    ],
    [
      "jobs",
      "jobs vacancies positions openings stellen stellenangebote emplois offres empleos lavori вакансии",
    ],
    ["recipes", "recipes rezepte recettes recetas ricette przepisy рецепты"],
    ["events", "events veranstaltungen événements eventos eventi"],
    ["reviews", "reviews testimonials bewertungen rezensionen avis reseñas recensioni"],
    ["comments", "comments replies answers kommentare antworten commentaires comentarios commenti"],
    [
      "listings",
      "listings properties houses apartments homes cars wohnungen häuser annonces anuncios annunci",
    ],
    [
      "results",
      "results rows records elements entries ergebnisse einträge zeilen résultats resultados risultati",
    ],
    ["links", "links"],
    ["quotes", "quotes quotations zitate citations citas citazioni"],
    ["courses", "courses programs kurse cours cursos corsi"],
    [
      "people",
      "people members authors staff employees profiles personen mitglieder personnes personas persone",
    ],
    ["companies", "companies businesses firms stores shops unternehmen firmen entreprises empresas aziende"],
    ["threads", "threads topics discussions themen sujets temas"],
    ["videos", "videos films movies episodes podcasts"],
  ].flatMap(([name = "", words = ""]) => words.split(" ").map((word) => [word, name] as const)),
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
    "posted created uploaded updated cost amount answers replies reviews comments photos pictures sale mobile pay steps portions form"
  ).split(" "),
);
/** … unless the sentence lists them as something to collect, where these mean what they say. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set(
  "cost amount size steps photos pictures reviews comments stock data section topic time method note posted updated created pay answers replies lead body total".split(
    " ",
  ),
);
