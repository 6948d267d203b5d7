/** Everything that a page says about its one subject, as facts. */
import { findAll, getElementsByTagName } from "domutils";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import type { CoerceContext } from "../coerce.ts";
import { findContent, type MainContent } from "../content/content.ts";
import { findAuthors, findDate, findTitle } from "../content/headline.ts";
import { writeMarkdown } from "../content/markdown.ts";
import type { PageDocument } from "../document.ts";
import { readElement } from "../elements.ts";
import { textOf } from "../text.ts";
import { type Entity, readEntities } from "./entities.ts";
import { type Fact, makeFact } from "./facts.ts";
import { flattenEntity } from "./flatten.ts";
import { readMeta } from "./meta.ts";
import { readNamed } from "./named.ts";
import { readPairs } from "./pairs.ts";
import { readState } from "./state.ts";
import { findSubjects, isArticle, isRecipe } from "./subject.ts";

export interface PageView {
  readonly page: PageDocument;
  readonly context: CoerceContext;
  readonly content: MainContent;
  readonly entities: readonly Entity[];
  readonly subject: Entity | null;
  /** What else describes the page: the article around a recipe. */
  readonly companion: Entity | null;
  readonly meta: readonly Fact[];
  readonly title: ReturnType<typeof findTitle>;
  /** What the page calls itself, in its several places. */
  readonly titles: readonly string[];
}

const textsOf = (facts: readonly Fact[], concept: Fact["concept"]): string[] =>
  facts
    .filter((fact) => fact.concept === concept)
    .flatMap(({ values }) => values.filter((value) => typeof value === "string"));

export const viewPage = (page: PageDocument, now: number): PageView => {
  const meta = readMeta(page);
  const entities = readEntities(page);
  const claims = textsOf(meta, "title");
  const title = findTitle(page, textsOf(meta, "organization")[0] ?? "", claims);
  const titles = [title?.text ?? "", ...claims].filter(Boolean);
  const subjects = findSubjects(entities, titles);
  const [subject = null] = subjects;
  return {
    page,
    context: { baseUrl: page.baseUrl, language: page.language, now },
    content: findContent(page),
    entities,
    subject,
    companion: subjects.find((entity) => entity !== subject && isArticle(entity)) ?? null,
    meta,
    title,
    titles,
  };
};

const CONTACTS: readonly (readonly ["email" | "phone", RegExp])[] = [
  ["email", /^mailto:([^?]+)/i],
  ["phone", /^tel:(.+)/i],
];

const readContacts = (page: PageDocument): Fact[] =>
  getElementsByTagName("a", page.root, true).flatMap(({ attribs }) =>
    CONTACTS.flatMap(([concept, pattern]) => {
      const found = pattern.exec(attribs.href?.trim() ?? "")?.[1];
      return found
        ? [makeFact("content", concept, [decodeSafely(found)], { concept, path: `a[href^=${concept}]` })]
        : [];
    }),
  );

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Facts that only the page as a whole can tell. */
const readContent = (view: PageView): Fact[] => {
  const { page, content, context, title, subject } = view;
  const facts: Fact[] = [];
  const isStory =
    content.traits.kind === "article" || content.traits.kind === "thread" || content.traits.kind === "other";
  // A recipe has its own name, apart from that of the story around it.
  const isNamed = subject !== null && isRecipe(subject);
  if (title)
    facts.push(
      makeFact("content", "title", [title.text], {
        factor: (isNamed ? 1.05 : 1.16) * title.certainty,
        path: title.path,
      }),
    );
  if (content.text !== "")
    facts.push(makeFact("content", "content", [content.text], { factor: 1.15, path: "main content" }));
  findAuthors(page)
    .slice(0, 3)
    .forEach(({ text, path }, index) => {
      facts.push(
        makeFact("content", "author", [text], { factor: (isStory ? 0.95 : 0.7) - index * 0.05, path }),
      );
    });
  const date = findDate(page, context);
  if (date)
    facts.push(makeFact("content", "date", [date.text], { factor: isStory ? 0.9 : 0.6, path: date.path }));
  if (page.language !== "")
    facts.push(makeFact("content", "language", [page.language], { factor: 1.1, path: "html lang" }));
  const lead = content.blocks.find((block) => content.kept.has(block) && block.words >= 15);
  if (lead)
    facts.push(makeFact("content", "description", [lead.text], { factor: 0.6, path: "first paragraph" }));
  return facts;
};

const readPrices = (view: PageView): Fact[] => {
  const elements = findAll(
    ({ attribs }) => /(?:^|[\s_-])price(?:[\s_-]|$)/i.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`),
    view.page.root.children,
  );
  for (const element of elements) {
    if (/old|was|regular|compare|strike|list/i.test(element.attribs.class ?? "")) continue;
    const text = textOf(element);
    if (text.length < 40 && /\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(text))
      return [
        makeFact("content", "price", [text], {
          factor: 0.7,
          path: `.${element.attribs.class ?? element.attribs.id}`,
        }),
        makeFact("content", "currency", [text], { factor: 0.7, path: "price" }),
      ];
  }
  return [];
};

const COMPANION_SHARE = 0.85;
const lessen = (fact: Fact): Fact => ({ ...fact, confidence: fact.confidence * COMPANION_SHARE });

export const readPageFacts = (view: PageView, schema: OutputSchema): Fact[] => {
  const { page, content, subject, companion, meta, titles } = view;
  const url = makeFact("content", "url", [page.baseUrl], { factor: 0.8, path: "address" });
  const image = getElementsByTagName("img", page.root, true)
    .map((element) => readElement(element, "image"))
    .find((source) => source !== null);
  const wantsMarkdown = Object.keys(schema).some(
    (name) => makeFact("content", name, []).concept === "markdown",
  );
  return [
    ...(subject ? flattenEntity(subject) : []),
    ...(companion ? flattenEntity(companion).map(lessen) : []),
    ...meta,
    ...readContent(view),
    ...(wantsMarkdown && content.top
      ? [
          makeFact("content", "markdown", [writeMarkdown(content.top, content.nodes, page.baseUrl)], {
            path: "main content",
          }),
        ]
      : []),
    ...readState(page, titles),
    ...readPairs(page.root.children, true),
    ...readContacts(page),
    ...readPrices(view),
    ...readNamed(page.root, schema),
    ...(image ? [makeFact("content", "image", [image], { factor: 0.45, path: "img" })] : []),
    url,
  ];
};
