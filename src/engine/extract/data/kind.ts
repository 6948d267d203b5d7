/** Whether a page is answered with one item or with many. */
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { type Concept, conceptOf } from "./concepts.ts";
import type { PageView } from "./page.ts";
import type { Region } from "./regions.ts";
import { isProduct, isRecipe, listAlike } from "./subject.ts";

const ALL = /\b(?:all|every|each|list of|lists?|jede[nrs]?|alle|tous|toutes|todos|todas|tutti|tutte)\b/i;
const ONE =
  /\b(?:this (?:article|product|page|recipe|post)|the (?:article|product|recipe) (?:on|of)|main (?:article|content|text))\b/i;
const MIN_RECORDS = 3;
/** Fields that only a page as a whole has. */
const OF_PAGE: ReadonlySet<Concept | null> = new Set(["content", "markdown", "ingredients", "instructions"]);

/** Shares of a page's main content that make its records what the page is there for. */
const LIST_SHARE = { onLists: 0.15, elsewhere: 0.45 };
const MIN_ELSEWHERE = 5;

const isFilled = (region: Region | undefined): region is Region =>
  region !== undefined && region.records.length >= MIN_RECORDS && region.score > 0;

/** What the page says of itself, then what it looks like. */
const lookAt = ({ content, subject, entities, titles }: PageView, regions: readonly Region[]): boolean => {
  const { kind } = content.traits;
  if (subject && isRecipe(subject)) return false;
  if (kind === "thread") return true;
  if (subject && isNamed(subject.properties, titles)) return false;
  if (kind === "product" || (subject && isProduct(subject))) return false;
  if (listAlike(entities, titles).length > 0) return true;
  const leading = regions.filter(({ leads, records }) => leads && records.length >= MIN_RECORDS);
  if (kind === "list") return leading.some(({ share }) => share >= LIST_SHARE.onLists);
  return leading.some(
    ({ share, records }) => share >= LIST_SHARE.elsewhere && records.length >= MIN_ELSEWHERE,
  );
};

const letters = (text: unknown): string =>
  typeof text === "string" ? text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") : "";

/** Whether the page is called as an entity is. */
const isNamed = (properties: Readonly<Record<string, unknown>>, titles: readonly string[]): boolean => {
  const name = letters(properties.name ?? properties.headline);
  return (
    name.length > 2 &&
    titles.map(letters).some((title) => title !== "" && (title.includes(name) || name.includes(title)))
  );
};

/** One item or many: what is asked for decides, then the page. */
export const decideKind = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema | null,
  instructions: string,
): "detail" | "list" => {
  const isListed = listAlike(view.entities, view.titles).length > 0;
  if (!isFilled(regions[0]) && !isListed) return "detail";
  const asksForPage = Object.keys(schema ?? {}).some((name) => OF_PAGE.has(conceptOf(name)));
  if (ONE.test(instructions) || (asksForPage && !ALL.test(instructions))) return "detail";
  if (ALL.test(instructions)) return "list";
  // A list in the schema is the page's list; the rest of the schema is about the page.
  if (Object.values(schema ?? {}).some((type) => typeof type === "object") && view.subject) return "detail";
  if (Object.values(schema ?? {}).some((type) => Array.isArray(type))) return "detail";
  return lookAt(view, regions) ? "list" : "detail";
};
