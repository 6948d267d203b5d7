/** Decides whether a page yields one item or many. */
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { judge } from "../content/forest.ts";
import type { Candidate } from "../regions/rate.ts";
import { listAlike } from "../sources/subject.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { describeKind } from "./kindFeatures.ts";
import { decideByPoints } from "./kindPoints.ts";
import { KIND } from "./kindWeights.ts";
import type { PageView } from "./pageFacts.ts";

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, "iu");
const ALL = words(
  "all|every|each|lists?(?! prices?)|jede[nrs]?|alle|sämtliche[nrs]?|tous|toutes|chaque|todos|todas|cada|tutti|tutte|ogni|elke|wszystkie|все|所有|全部|すべて|全て|모든|كل|جميع",
);
const MANY = words(
  "products|items|books|articles|posts|stories|jobs|vacancies|recipes|events|reviews|comments|results|rows|records|entries|listings|threads|questions|courses|people|companies|films|movies|produkte|artikel|bücher|beiträge|stellen|rezepte|ergebnisse|produits|livres|offres|recettes|résultats|productos|libros|empleos|recetas|resultados|prodotti|libri|ricette|risultati|produtos|livros|receitas",
);
const ONE = words(
  "this (?:article|product|page|recipe|post|item|book|job|event|film|movie|course)|the (?:article|product|recipe|post|page|item|book|job|event|film|movie|course)(?:['’]s| (?:on|of))?|of (?:this \\p{L}+|the (?:product|article|item|book|recipe|job))|main (?:article|content|text)|dieses? (?:produkts?|artikels?|seite|buche?s?|rezepts?)|(?:ce|cet|cette|du|de la) (?:produit|article|page|livre|recette)|(?:este|esta|del?) (?:producto|artículo|página|libro|receta)|quest[oa] (?:prodotto|articolo|pagina|libro|ricetta)",
);

/** Phrases that say where to look, not what to extract. */
const PLACE = /\b(?:on|from|in|of) (?:this|the) page\b|\bauf dieser seite\b/giu;

/** Fields that only a page as a whole has. */
const OF_PAGE: ReadonlySet<Concept | null> = new Set(["content", "markdown", "ingredients", "instructions"]);

/** Shorter pages are rare in the training data, and built differently. */
const LEARNT_WORDS = 250;

const ENOUGH = 0.5;

/** Whether the instructions ask for one item or for all; null if they leave it open. */
export const readNumber = (instructions: string): "one" | "all" | null => {
  const [isAll, isMany] = [ALL.test(instructions), MANY.test(instructions)];
  const isOne = ONE.test(isAll || isMany ? instructions.replace(PLACE, "") : instructions);
  // "All data of this car" is about one thing; "all reviews of this car" is not.
  if (isAll && (isMany || !isOne)) return "all";
  return isOne ? "one" : null;
};

/** Whether the request or the page's subject calls for a single item, regardless of the page's records. */
export const isOneAsked = (view: PageView, schema: OutputSchema | null, instructions: string): boolean => {
  const { subject } = view;
  const number = readNumber(instructions);
  if (number !== null) return number === "one";
  // A field named just `text` can be the text of each quote or comment.
  const isOfPage = (name: string): boolean => OF_PAGE.has(conceptOf(name)) && name.toLowerCase() !== "text";
  if (Object.keys(schema ?? {}).some(isOfPage)) return true;
  // A list in the schema is the page's list; the other fields are about the page.
  return Object.values(schema ?? {}).some(
    (type) => typeof type === "object" && (subject || Array.isArray(type)),
  );
};

/**
 * Decides between one item and many if {@link isOneAsked} leaves it open: with a trained forest, or by rules on small
 * pages.
 */
export const decideKind = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
  instructions: string,
): "detail" | "list" => {
  const isListed = listAlike(view.entities, view.titles).length > 0;
  if (candidates.length === 0 && !isListed) return "detail";
  if (readNumber(instructions) === "all") return "list";
  const words = view.content.blocks.reduce((sum, block) => sum + block.words, 0);
  if (words < LEARNT_WORDS) return decideByPoints(view, candidates);
  const features = describeKind(view, candidates, schema);
  const likelihood = judge(
    KIND,
    KIND.names.map((name) => features[name] ?? 0),
  );
  return likelihood >= ENOUGH ? "list" : "detail";
};
