/** Whether a page is answered with one item or with many. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { textOf } from "../page/text.ts";
import { type Candidate, findOthers } from "../regions/rate.ts";
import { coveredBy, isCovered, isWithin } from "../regions/regions.ts";
import { isArticle, isProduct, isRecipe, listAlike } from "../sources/subject.ts";
import { PRICED } from "../values/prices.ts";
import { BUYS } from "../values/stock.ts";
import { lettersOf } from "../values/text.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import type { PageView } from "./pageFacts.ts";

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, "iu");
const ALL = words(
  "all|every|each|list of|lists?|jede[nrs]?|alle|sämtliche[nrs]?|tous|toutes|chaque|todos|todas|cada|tutti|tutte|ogni|elke|wszystkie|все|所有|全部|すべて|全て|모든|كل|جميع",
);
const MANY = words(
  "products|items|books|articles|posts|stories|jobs|vacancies|recipes|events|reviews|comments|results|rows|records|entries|listings|threads|questions|courses|people|companies|films|movies|produkte|artikel|bücher|beiträge|stellen|rezepte|ergebnisse|produits|livres|offres|recettes|résultats|productos|libros|empleos|recetas|resultados|prodotti|libri|ricette|risultati|produtos|livros|receitas",
);
const ONE = words(
  "this (?:article|product|page|recipe|post|item|book|job|event|film|movie|course)|the (?:article|product|recipe|post|page|item|book|job|event|film|movie|course)(?:['’]s| (?:on|of))?|of (?:the|this) (?:product|article|item|book|recipe|job)|main (?:article|content|text)|dieses? (?:produkts?|artikels?|seite|buche?s?|rezepts?)|(?:ce|cet|cette|du|de la) (?:produit|article|page|livre|recette)|(?:este|esta|del?) (?:producto|artículo|página|libro|receta)|quest[oa] (?:prodotto|articolo|pagina|libro|ricetta)",
);

/** Where the many stand, and not what is asked for. */
const PLACE = /\b(?:on|from|in|of) (?:this|the) page\b|\bauf dieser seite\b/giu;

/** Fields that only a page as a whole has. */
const OF_PAGE: ReadonlySet<Concept | null> = new Set(["content", "markdown", "ingredients", "instructions"]);

/** What speaks for many, in points. Policy as data; the records' own points are in `rate.ts`. */
const POINTS = {
  listPage: 2,
  counted: 1,
  paged: 0.5,
  article: -1,
  product: -2.5,
  sells: -4,
  priced: -2,
  someProse: -1,
  muchProse: -4.5,
  recipe: -4,
  said: -5,
  asksMany: 2,
  fills: 0.4,
  fillsNothing: -3,
  entities: 3,
} as const;
const ENOUGH = 2.5;

/** Whether the page is called as an entity is. */
const isNamed = (properties: Readonly<Record<string, unknown>>, titles: readonly string[]): boolean => {
  const name = lettersOf(properties.name ?? properties.headline);
  return (
    name.length > 2 &&
    titles.map(lettersOf).some((title) => title !== "" && (title.includes(name) || name.includes(title)))
  );
};

const COUNTED =
  /(?<![\p{L}\d.,])\d[\d.,  ]*\+?\s*(?:results?|products?|items?|articles?|listings?|jobs?|entries|matches|styles|ergebnisse|produkte|artikel|treffer|stellen|résultats|produits|articles|offres|resultados|productos|artículos|risultati|prodotti|produtos|resultaten|producten|artikelen|wyników|produktów|товар(?:а|ов)|件|个商品)(?!\p{L})/iu;
const PAGED = /(?:^|[\s_-])(?:pagination|pager|paging|page-numbers|load-?more)(?:[\s_-]|$)/i;
const MAX_COUNT_WORDS = 10;
const PROSE_WORDS = 25;

const isButton = ({ name, attribs }: Element): boolean =>
  name === "button" ||
  (name === "input" && attribs.type === "submit") ||
  (name === "a" && /btn|button|cart|buy/i.test(attribs.class ?? ""));

/** Words of running text beside the records, and counts and prices that stand there. */
const lookBeside = ({ content }: PageView, covered: ReadonlySet<unknown>) => {
  let before = 0;
  let prose = 0;
  let inside = 0;
  let counted = false;
  let priced = false;
  content.blocks.forEach((block) => {
    const { text, words: size, linkWords } = block;
    if (isCovered(block, covered)) inside += size;
    else if (content.kept.has(block) && size >= PROSE_WORDS && linkWords < size * 0.3) {
      prose += size;
      if (inside === 0) before += size;
    } else if (size <= MAX_COUNT_WORDS) {
      counted ||= COUNTED.test(text);
      priced ||= content.kept.has(block) && PRICED.test(text);
    }
  });
  return { before, prose, inside, counted, priced };
};

/** "Shop now" on a link leads to more of the shop. */
const LEADS_ON = /^(?:shop|order) now/i;

/** Whether the page itself, not a record on it (`covered`), can be bought. */
export const sells = ({ content }: PageView, covered: ReadonlySet<unknown>): boolean =>
  content.top !== null &&
  findAll(isButton, content.top.children).some((button) => {
    const text = (textOf(button) || (button.attribs.value ?? button.attribs["aria-label"] ?? "")).trim();
    return BUYS.test(text) && !(button.name === "a" && LEADS_ON.test(text)) && !isWithin(button, covered);
  });

/** A heading for what goes in and one for what to do: a recipe, whatever cards stand below it. */
const hasRecipe = ({ content }: PageView): boolean => {
  if (!content.top) return false;
  const concepts = findAll(({ name }) => /^h[2-5]$/.test(name), content.top.children)
    .slice(0, 80)
    .map((heading) => conceptOf(textOf(heading)));
  return concepts.includes("ingredients") && concepts.includes("instructions");
};

const isPaged = ({ content: { top } }: PageView): boolean =>
  top !== null &&
  findOne(({ attribs }) => PAGED.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`), top.children, true) !==
    null;

const CARD_WORDS = 8;
const FEW_WORDS = 40;
const MANY_CARDS = 6;

/** Cards that lead on can be nothing but a list, or what is beside the page's subject. */
const areCards = ({ region, shape }: Candidate): boolean =>
  region.leads &&
  region.records.length >= MANY_CARDS &&
  Math.max(shape.priced, shape.pictured, shape.dated) >= 0.5 &&
  !shape.isAside &&
  !shape.isSaid;

/**
 * Running text speaks for one thing. Shops write about their goods below them, for search engines; where cards
 * come first, only what stands above them counts, and their pictures count as words.
 */
const rateProse = (
  candidate: Candidate,
  { before, prose, inside }: ReturnType<typeof lookBeside>,
): number => {
  const cards = areCards(candidate);
  const words = cards ? before : prose;
  const held = inside + (cards ? candidate.region.records.length * CARD_WORDS : 0);
  const share = words / Math.max(1, words + held);
  if (share > 0.6 && words > 80) return POINTS.muchProse;
  return share > 0.35 && words > FEW_WORDS ? POINTS.someProse : 0;
};

/** What the page says besides its records. */
const ratePage = (view: PageView, candidate: Candidate, others: ReadonlySet<unknown>): number => {
  const { kind } = view.content.traits;
  const covered = coveredBy(candidate.region.records);
  const beside = lookBeside(view, covered);
  return (
    (kind === "list" ? POINTS.listPage : 0) +
    (beside.counted ? POINTS.counted : 0) +
    (isPaged(view) ? POINTS.paged : 0) +
    (kind === "article" ? POINTS.article : 0) +
    (kind === "product" ? POINTS.product : 0) +
    (sells(view, new Set([...covered, ...others])) ? POINTS.sells : 0) +
    (beside.priced && candidate.shape.priced > 0 ? POINTS.priced : 0) +
    (hasRecipe(view) ? POINTS.recipe : 0) +
    (candidate.shape.isSaid ? POINTS.said : 0) +
    rateProse(candidate, beside)
  );
};

/** The front page of a site is no article, whatever its markup says. */
const isFront = ({ page, subject }: PageView): boolean =>
  subject !== null && isArticle(subject) && URL.parse(page.baseUrl)?.pathname === "/";

/** Whether words ask for one item, or for all; null where they leave it open. */
export const readNumber = (instructions: string): "one" | "all" | null => {
  if (ALL.test(instructions)) return "all";
  const asked = MANY.test(instructions) ? instructions.replace(PLACE, "") : instructions;
  return ONE.test(asked) ? "one" : null;
};

/** Whether one item is the answer, whatever records the page has: by what is asked for, or by what the page is about. */
export const isOneAsked = (view: PageView, schema: OutputSchema | null, instructions: string): boolean => {
  const { subject, titles } = view;
  const number = readNumber(instructions);
  if (number !== null) return number === "one";
  // What is just called text may as well be that of each quote or comment.
  const isOfPage = (name: string): boolean => OF_PAGE.has(conceptOf(name)) && name.toLowerCase() !== "text";
  if (Object.keys(schema ?? {}).some(isOfPage)) return true;
  // A list in the schema is the page's list; the rest of the schema is about the page.
  if (
    Object.values(schema ?? {}).some((type) => typeof type === "object" && (subject || Array.isArray(type)))
  )
    return true;
  return (
    subject !== null &&
    !isFront(view) &&
    (isRecipe(subject) || isNamed(subject.properties, titles) || isProduct(subject))
  );
};

/** One item or many, where {@link isOneAsked} leaves it open. */
export const decideKind = (
  view: PageView,
  candidates: readonly Candidate[],
  instructions: string,
): "detail" | "list" => {
  const { titles, content } = view;
  const isListed = listAlike(view.entities, titles).length > 0;
  const [best] = candidates;
  if (!best && !isListed) return "detail";
  if (readNumber(instructions) === "all") return "list";
  if (!best || content.traits.kind === "thread") return "list";
  const asked = MANY.test(instructions) ? POINTS.asksMany : 0;
  const filled =
    best.filled === null
      ? 0
      : best.filled >= 0.6
        ? POINTS.fills
        : best.filled < 0.3
          ? POINTS.fillsNothing
          : 0;
  const points = best.points + asked + filled + (isListed ? POINTS.entities : 0);
  return points + ratePage(view, best, findOthers(candidates)) >= ENOUGH ? "list" : "detail";
};
