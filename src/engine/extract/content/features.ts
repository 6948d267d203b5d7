/** What can be said of a block before anything is known of its neighbours' fate: numbers by name, for a forest. */
import type { Block, Blocks, Box } from "./blocks.ts";
import { GROUPS } from "./groups.ts";
import { createPlacer } from "./place.ts";
import { isLongProse, type Survey, surveyPage } from "./survey.ts";
import { densityOf, FAR, type Part, share, type Table, toTable } from "./table.ts";
import { bitOfTopic, TOPICS, type Topic } from "./topics.ts";
import { type PageTraits, runsOf } from "./traits.ts";

const TAGS = ["p", "div", "h2", "li", "td", "figcaption"] as const;
const LANDMARKS = "nav header footer aside form main article section table ul dl dialog button figure".split(
  " ",
);
const ROLES: Readonly<Record<string, string>> = {
  navigation: "nav",
  banner: "header",
  contentinfo: "footer",
  complementary: "aside",
  form: "form",
  search: "form",
  main: "main",
  article: "article",
  dialog: "dialog",
  alertdialog: "dialog",
  button: "button",
};

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const isHidden = ({ element: { attribs } }: Box): boolean =>
  attribs.hidden !== undefined ||
  attribs["aria-hidden"] === "true" ||
  (attribs.style !== undefined && HIDDEN_STYLE.test(attribs.style));

const PATH_NAMES = [
  "hidden",
  "depth",
  ...TAGS.map((tag) => `tag:${tag}`),
  ...LANDMARKS.map((landmark) => `in:${landmark}`),
  ...GROUPS.map((group) => `group:${group}`),
];

/** How many boxes up the nearest landmark and the nearest box of each group are. */
const describePath = (block: Block): Part => {
  const groups = GROUPS.map(() => FAR);
  const landmarks = new Map<string, number>();
  let hidden = 0;
  let steps = 0;
  for (let box: Box | null = block.box; box && box.element.name !== "body"; box = box.parent, steps++) {
    const { name, attribs } = box.element;
    if (!landmarks.has(name)) landmarks.set(name, steps);
    const role = attribs.role === undefined ? undefined : ROLES[attribs.role];
    if (role !== undefined && !landmarks.has(role)) landmarks.set(role, steps);
    if (isHidden(box)) hidden = 1;
    for (let group = 0; box.groups >> group !== 0; group++)
      if (box.groups & (1 << group) && groups[group] === FAR) groups[group] = steps;
  }
  const { name } = block.box.element;
  return [
    PATH_NAMES,
    [
      hidden,
      steps,
      ...TAGS.map((tag) => Number(name === tag)),
      ...LANDMARKS.map((landmark) => landmarks.get(landmark) ?? FAR),
      ...groups,
    ],
  ];
};

const LEVELS = [0, 1, 2, 3, 4, 6] as const;
const BOX_NAMES = [
  ...LEVELS.flatMap((level) => [`links:${level}`, `size:${level}`, `mean:${level}`, `alike:${level}`]),
  ...["halfSize", "listAlike", "listWords", "listLinks", "listMass"],
];

/** How much stands in the boxes around, and how much of it is links. */
const describeBoxes = ({ box }: Block, root: Box): Part => {
  const chain: Box[] = [];
  for (let at: Box | null = box; at && at !== root; at = at.parent) chain.push(at);
  const values = LEVELS.flatMap((level) => {
    const at = chain[Math.min(level, chain.length - 1)] ?? root;
    return [densityOf(at), share(at.words, root.words), share(at.words, at.blocks), at.alike];
  });
  const half = chain.find(({ words }) => words > root.words * 0.3) ?? root;
  const list = chain.find(({ alike, element }) => alike >= 3 && element.name !== "p");
  const ofList = list
    ? [list.alike, list.words, densityOf(list), list.parent ? share(list.parent.words, root.words) : -1]
    : [0, -1, -1, -1];
  return [BOX_NAMES, [...values, share(half.words, root.words), ...ofList]];
};

const SECTION_TOPICS: readonly Topic[] = [
  "cookies",
  "shipping",
  "payment",
  "review",
  "signup",
  "legal",
  "service",
];
const TITLE_TOPICS: readonly Topic[] = ["related", "review", "comments", "signup", "service", "shipping"];
const SECTION_NAMES = [
  ...["sectionWords", "sectionLinks", "sectionProse", "sectionAt", "cardCookies", "cardShipping"],
  ...SECTION_TOPICS.map((topic) => `section:${topic}`),
  ...TITLE_TOPICS.map((topic) => `title:${topic}`),
];
const CARD = { words: 25, blocks: 6 };

/** What the section around is about: the largest box that is still a part of the page. */
const describeSection = ({ page: { root, blocks }, boxes }: Survey, block: Block): Part => {
  let section = block.box;
  let card: Box | null = null;
  let titles = 0;
  for (let at: Box | null = block.box; at && at !== root && at.words < root.words * 0.5; at = at.parent) {
    titles |= boxes.get(at)?.title ?? 0;
    if (at.words < root.words * 0.34) section = at;
    if (at.words >= CARD.words || at.blocks >= CARD.blocks) card ??= at;
  }
  const facts = boxes.get(section);
  const near = card ?? block.box;
  const touching = (box: Box, topic: Topic): number =>
    share(boxes.get(box)?.topics[TOPICS.indexOf(topic)] ?? 0, box.blocks);
  return [
    SECTION_NAMES,
    [
      section.words,
      densityOf(section),
      share(facts?.proseWords ?? 0, section.words),
      share(facts?.first ?? 0, blocks.length),
      touching(near, "cookies"),
      touching(near, "shipping"),
      ...SECTION_TOPICS.map((topic) => touching(section, topic)),
      ...TITLE_TOPICS.map((topic) => Number((titles & bitOfTopic(topic)) !== 0)),
    ],
  ];
};

const describeSelf = ({ texts, likes, repeats, page }: Survey, block: Block, index: number): Part => {
  const text = texts[index];
  const like = likes[index];
  if (!text || !like) return {};
  return {
    words: block.words,
    letters: block.text.length,
    links: densityOf(block),
    prose: Number(text.isProse),
    sentence: Number(text.isSentence),
    act: Number(text.isAct),
    price: Number(text.hasPrice),
    date: Number(text.hasDate),
    rights: Number(text.isRights),
    level: text.level,
    time: Number((text.topics & bitOfTopic("time")) !== 0),
    repeats: repeats[index]?.count ?? 1,
    repeated: repeats[index]?.before ?? 0,
    likeCount: like.count,
    likeWords: like.words / like.count,
    likeLinks: densityOf(like),
    likeProse: like.prose / like.count,
    likeShare: share(like.words, page.root.words),
    likeSpread: share(like.last - like.first, page.blocks.length),
  };
};

/** The blocks from one distance to another, told as one. */
const describeRange = ({ page: { blocks }, texts }: Survey, index: number, from: number, to: number) => {
  let words = 0;
  let prose = 0;
  let count = 0;
  for (let at = Math.max(0, index + from); at <= Math.min(blocks.length - 1, index + to); at++) {
    if (at === index) continue;
    words += blocks[at]?.words ?? 0;
    prose += texts[at]?.isProse ? 1 : 0;
    count++;
  }
  return { mean: share(words, count), prose };
};

const describeNeighbours = (survey: Survey, index: number): Part => {
  const { page, texts } = survey;
  const [previous, next] = [page.blocks[index - 1], page.blocks[index + 1]];
  const before = describeRange(survey, index, -5, -1);
  const after = describeRange(survey, index, 1, 5);
  return {
    previousWords: previous?.words ?? -1,
    previousLinks: previous ? densityOf(previous) : -1,
    nextWords: next?.words ?? -1,
    nextLinks: next ? densityOf(next) : -1,
    nextSentence: Number(texts[index + 1]?.isSentence ?? false),
    beforeProse: before.prose,
    afterProse: after.prose,
    afterMean: after.mean,
    aroundMean: describeRange(survey, index, -12, 12).mean,
  };
};

const describePage = ({ page: { blocks, root }, texts, proseWords }: Survey, traits: PageTraits): Part => {
  return {
    pageWords: root.words,
    pageLinks: densityOf(root),
    pageProse: share(proseWords, root.words),
    pageParagraphs: blocks.filter((block, index) => texts[index] && isLongProse(block, texts[index])).length,
    pagePrices: texts.filter(({ hasPrice }) => hasPrice).length,
    pageDates: share(texts.filter(({ hasDate }) => hasDate).length, blocks.length),
    pageHeadings: texts.filter(({ level }) => level > 0).length,
    pageRecords: traits.records,
    pageDescribed: traits.described.size,
    hasMain: Number(traits.hasMain),
    hasArticle: Number(traits.hasArticle),
    saysProduct: Number(traits.saysProduct),
    isArticle: Number(traits.kind === "article"),
    isProduct: Number(traits.kind === "product"),
    isList: Number(traits.kind === "list"),
    isThread: Number(traits.kind === "thread"),
  };
};

/** How much of a block stands in what the page says of itself. */
const describedShare = (text: string, described: ReadonlySet<string>): number => {
  if (described.size === 0) return -1;
  const runs = runsOf(text);
  return runs.length === 0 ? -0.5 : runs.filter((run) => described.has(run)).length / runs.length;
};

export const describeBlocks = (page: Blocks, traits: PageTraits): Table => {
  const survey = surveyPage(page);
  const place = createPlacer(survey);
  const whole = describePage(survey, traits);
  return toTable(
    page.blocks.map((block, index) => [
      describeSelf(survey, block, index),
      describePath(block),
      describeBoxes(block, page.root),
      describeSection(survey, block),
      place(block, index),
      describeNeighbours(survey, index),
      { described: describedShare(block.text, traits.described) },
      whole,
    ]),
  );
};
