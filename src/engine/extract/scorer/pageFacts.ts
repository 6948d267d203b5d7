/** Everything that a page says about its main subject, as facts. */

import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { findContent, type MainContent } from "../content/content.ts";
import { writeMarkdown } from "../content/markdown/markdown.ts";
import { type Bit, listBits } from "../page/bits.ts";
import { contextOf } from "../page/context.ts";
import type { PageDocument } from "../page/document.ts";
import { listLines } from "../page/lines.ts";
import { elementsNamed } from "../page/tags.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import type { Entity } from "../sources/markup/entities.ts";
import { readEntities } from "../sources/markup/entities.ts";
import { flattenEntity } from "../sources/markup/flatten.ts";
import { readMeta } from "../sources/markup/meta.ts";
import { readState } from "../sources/markup/state.ts";
import { CARD, RECIPE_FIELDS, readRecipe } from "../sources/recipes/recipe.ts";
import { readNutrition } from "../sources/recipes/recipeMarkup.ts";
import { findSubjects, isArticle, isRecipe } from "../sources/subject.ts";
import { CONTACT_FIELDS, readContact } from "../sources/text/contact.ts";
import { readCrumbs } from "../sources/text/crumbs.ts";
import { readPictures } from "../sources/text/pictures.ts";
import { BY, LATER_BY } from "../values/phrases.ts";
import { nestedSchema } from "../values/types.ts";
import { type Concept, meaningOf } from "../vocabulary/concepts.ts";
import { conceptsOf } from "../vocabulary/fields.ts";
import { rememberedFor } from "../vocabulary/remember.ts";
import type { Judged } from "./claims/claims.ts";
import { asksOfEvent, readEventPlace } from "./claims/events.ts";
import { withoutAddition } from "./claims/names.ts";
import { believe, settleClaims } from "./claims/settle.ts";
import { findTitle, isNameless } from "./claims/titles.ts";
import { withWordsApart } from "./descriptions.ts";
import { readPageLabels } from "./labels.ts";
import { readLinks } from "./links.ts";
import type { MatchContext } from "./match.ts";
import { readNamed } from "./named.ts";
import { readOneRows } from "./oneRow.ts";
import type { OtherNames } from "./otherNames.ts";
import { assumeBrand } from "./products/brand.ts";
import { readOffers } from "./products/offers.ts";
import { readPrices } from "./products/prices.ts";
import { readProduct } from "./products/product.ts";
import { readCounts } from "./records/counts.ts";
import { readRowTitle } from "./rowTitle.ts";
import { readSpoken } from "./spoken.ts";
import { ASIDE, readTopics } from "./topics.ts";

export interface PageView {
  readonly page: PageDocument;
  readonly context: MatchContext;
  readonly content: MainContent;
  readonly entities: readonly Entity[];
  readonly subject: Entity | null;
  /** A second entity that describes the page: the article around a recipe. */
  readonly companion: Entity | null;
  readonly meta: readonly Fact[];
  readonly title: Judged | null;
  /** Titles that the page gives itself in various places. */
  readonly titles: readonly string[];
}

const textsOf = (facts: readonly Fact[], concept: Fact["concept"]): string[] =>
  facts
    .filter((fact) => fact.concept === concept)
    .flatMap(({ values }) => values.filter((value) => typeof value === "string"));

/** What does not depend on what is asked. A page is asked more than once: its kind, its fields, each preview of a flow. */
const lookAt = rememberedFor((page: PageDocument) => {
  const meta = readMeta(page);
  const entities = readEntities(page);
  const claims = textsOf(meta, "title");
  const content = findContent(page);
  const title = findTitle(page, entities, content);
  const titles = [title?.claim.text ?? "", ...claims].filter(Boolean);
  const subjects = findSubjects(entities, titles);
  const [subject = null] = subjects;
  const companion = subjects.find((entity) => entity !== subject && isArticle(entity)) ?? null;
  return { page, content, entities, subject, companion, meta, title, titles };
});

export const viewPage = (page: PageDocument, now: number, otherNames?: OtherNames): PageView => {
  const context = { ...contextOf(page, now), otherNames };
  return { ...lookAt(page), context };
};

/** Facts about the page as a whole. */
const readContent = (view: PageView): Fact[] => {
  const { page, content, title } = view;
  const facts: Fact[] = [];
  if (title)
    facts.push(
      makeFact("content", "title", [title.claim.text], { factor: 1.05, origin: title.claim.origin }),
    );
  if (content.text !== "")
    facts.push(makeFact("content", "content", [content.text], { factor: 1.15, path: "main content" }));
  if (page.language !== "")
    facts.push(makeFact("content", "language", [page.language], { factor: 1.1, path: "html lang" }));
  const lead = content.blocks.find((block) => content.kept.has(block) && block.words >= 15);
  if (lead)
    facts.push(makeFact("content", "description", [lead.text], { factor: 0.6, path: "first paragraph" }));
  return facts;
};

const PRODUCT_FIELDS = conceptsOf("product");
const TOPICS: ReadonlySet<Concept | null> = new Set(["tags"]);
const CRUMBS: ReadonlySet<Concept | null> = new Set(["category", "breadcrumbs"]);
const STOCK: ReadonlySet<Concept | null> = new Set(["availability"]);
const BRAND: ReadonlySet<Concept | null> = new Set(["brand"]);
const wants = (schema: OutputSchema, fields: ReadonlySet<Concept | null>): boolean =>
  Object.entries(schema).some(
    ([name, type]) => fields.has(meaningOf(name)) || wants(nestedSchema(type) ?? {}, fields),
  );

/** Whether a title says anything: some sites call their front page "Home" in markup. */
const namesSomething = ({ concept, values: [value] }: Fact): boolean =>
  concept !== "title" || typeof value !== "string" || !isNameless(value);

const COMPANION_SHARE = 0.85;
const lessen = (fact: Fact): Fact => ({ ...fact, confidence: fact.confidence * COMPANION_SHARE });

/** Slow readers, run only if their fields are requested. */
const readWanted = (
  view: PageView,
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
  thing: Judged | null,
): Fact[] => {
  const { page, content, context, subject, titles, meta } = view;
  const hasHeading = elementsNamed(page.root, "h1").length > 0;
  const name = thing?.claim.text ?? titles[0] ?? "";
  const [recipe, contact, product] = [RECIPE_FIELDS, CONTACT_FIELDS, PRODUCT_FIELDS].map((fields) =>
    wants(schema, fields),
  );
  if (!content.top || !(recipe || contact || product)) return [];
  const lines = listLines(page.root.children);
  const body = lines.filter(({ isFoot }) => !isFoot);
  const shown = { top: content.top, lines: body, others };
  const shownFacts = product
    ? [
        ...readPrices(content.top, context, { others, title: hasHeading ? "" : name }),
        ...readProduct(page, shown),
      ]
    : [];
  const isPriced = [...shownFacts, ...meta].some(
    ({ concept }) => concept === "price" || concept === "lowPrice",
  );
  const lacks = (fields: ReadonlySet<Concept | null>): boolean =>
    isPriced && wants(schema, fields) && !shownFacts.some(({ concept }) => fields.has(concept));
  return [
    ...(recipe ? readRecipe(page, body, subject && isRecipe(subject) ? [] : titles) : []),
    ...(contact ? readContact(page, lines) : []),
    ...shownFacts,
    // A product with a price is in stock unless the page says otherwise.
    ...(lacks(STOCK)
      ? [makeFact("content", "availability", ["InStock"], { factor: 0.45, path: "has a price" })]
      : []),
    ...(lacks(BRAND) ? assumeBrand(page, textsOf(meta, "organization")) : []),
  ];
};

/** Unlabelled short texts about the subject in the lines after the title. */
const readHead = (
  { content, context, titles }: PageView,
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
): Fact[] => {
  if (!content.top) return [];
  const bits = listBits([content.top], (element) => ASIDE.has(element.name) || others.has(element));
  const title = bits.findIndex(({ text }) => titles.includes(text));
  const head = bits.slice(title + 1, title + 1 + MAX_HEAD);
  // Prices and stock have readers of their own, which know whose they are.
  const counts = readCounts(head, schema).filter(({ concept }) => !PRODUCT_FIELDS.has(concept));
  const first = counts
    .filter((fact, at) => counts.findIndex(({ name }) => name === fact.name) === at)
    .map((fact): Fact => ({ ...fact, source: "content" }));
  return wants(schema, SPOKEN_FIELDS) ? [...first, ...readSaid(head, titles[0] ?? "", context)] : first;
};

const readSaid = (head: readonly Bit[], title: string, context: MatchContext): Fact[] =>
  readSpoken(head, title, context, "content", 0.65).filter(
    ({ concept, values, origin: { label } }) =>
      SPOKEN_FIELDS.has(concept) &&
      // A byline gives the full name or a date.
      (concept !== "author" || (isLed(label) && (/[ ・]/.test(String(values[0])) || /\d/.test(label)))),
  );

/** Whether the beginning of a line says that a name follows. */
const isLed = (text: string): boolean => [BY, LATER_BY].some((by) => by.test(`${text}…`));
const MAX_HEAD = 120;
const SPOKEN_FIELDS = conceptsOf("spoken");

const readMarkdown = ({ page, content }: PageView, schema: OutputSchema): Fact[] =>
  content.top && wants(schema, new Set<Concept | null>(["markdown"]))
    ? [
        makeFact("content", "markdown", [writeMarkdown(content.top, content.nodes, page.baseUrl)], {
          path: "main content",
        }),
      ]
    : [];

/**
 * All facts about the page's subject, before its title, author and date are settled.
 *
 * @param schema decides which of the slower readers are worth running
 * @param others elements about other things
 */
export const collectFacts = (
  view: PageView,
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
  thing: Judged | null = null,
): Fact[] => {
  const { page, content, entities, subject, companion, meta, titles } = view;
  const facts = [
    ...(subject ? flattenEntity(subject).filter(namesSomething) : []),
    ...readOffers(subject, view.context),
    ...readNutrition(subject),
    ...(companion ? flattenEntity(companion).map(lessen) : []),
    ...meta,
    ...readContent(view),
    ...readMarkdown(view, schema),
    ...readState(page, titles),
    ...readPageLabels(page.root.children, schema, others),
    ...readWanted(view, schema, others, thing),
    ...readNamed(page.root, schema, others),
    ...readLinks(page.root.children, schema, others),
    ...readHead(view, schema, others),
    ...readPictures(page, content),
    ...(wants(schema, TOPICS)
      ? readTopics(content, others, readPageLabels(content.top?.children ?? [], schema, others))
      : []),
    ...(wants(schema, CRUMBS) ? readCrumbs(page, entities, titles) : []),
    makeFact("content", "url", [page.baseUrl], { factor: 0.8, path: "address" }),
  ];
  return withWordsApart(facts, content.blocks);
};

/** A recipe has its own name (and author, if its markup gives one), distinct from that of the article around it. */
const hasOwnName = ({ subject }: PageView, facts: readonly Fact[]): boolean =>
  (subject !== null && isRecipe(subject)) || facts.some(({ origin }) => origin === CARD);

/** Whether markup names the thing; if so, its name is not looked for in the page's text. */
const isNamedByMarkup = ({ subject }: PageView, facts: readonly Fact[]): boolean =>
  subject !== null &&
  !isArticle(subject) &&
  facts.some(({ concept, source }) => concept === "title" && source === subject.source);

/** Whether a label gives a date: on pages about things this is not the date of publication. */
const labelsDay = (facts: readonly Fact[]): boolean =>
  facts.some(({ concept, source }) => concept === "date" && (source === "pair" || source === "table"));

/** All facts about the page's subject, with the likeliest title, author and date ranked first. */
export const readPageFacts = (
  view: PageView,
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
  thing: Judged | null,
  isAsked: (concepts: readonly Concept[]) => boolean,
): Fact[] => {
  const facts = collectFacts(view, schema, others, thing);
  const isOfThing = thing !== null;
  const { kind } = view.content.traits;
  const isNamed = isNamedByMarkup(view, facts);
  const called = readRowTitle(facts, schema, view.page) ?? (thing === null || isNamed ? view.title : thing);
  // A story's title is its full heading.
  const isStory = !isOfThing && (kind === "article" || kind === "thread");
  const title = called === null || isStory ? called : withoutAddition(view, called);
  // A name from markup takes precedence over the page's title.
  const isKnown = hasOwnName(view, facts) || (isOfThing && isNamed);
  const titled = title === null || isKnown ? facts : believe(facts, "title", title, view);
  const isSigned = facts.some(
    ({ origin: { kind, of, label } }) => kind === "property" && of === "Recipe" && label.startsWith("author"),
  );
  const isOfEvent = asksOfEvent(schema);
  const isDated = isOfThing && !isOfEvent && labelsDay(facts);
  const known = { author: isSigned, date: isDated };
  const settled = (["author", "date"] as const).filter((field) => !known[field] && isAsked([field]));
  const place = isOfEvent && isAsked(["location"]) ? readEventPlace(view) : [];
  // A heading that is hardly a title gives way to a column of that name.
  return [
    ...settleClaims([...titled, ...place], view, settled, isOfEvent),
    ...readOneRows(view.page.root, schema, others),
  ];
};
